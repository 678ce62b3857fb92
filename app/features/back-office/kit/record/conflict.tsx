import TriangleAlert from "lucide-react/icons/triangle-exclamation-point"
import { type RefObject, useState } from "react"
import type { FieldView, RecordDetail, ResourceView } from "~/domain/back-office/records/schema"
import { useTranslation } from "~/i18n/use-translation"
import { Button } from "~/ui/button"
import { type Control, differingControls, typedValue } from "./typed-value"

type ConflictProps = {
  view: ResourceView
  theirs: RecordDetail
  /** Values sent from here. */
  mine: RecordDetail["values"]
  form: RefObject<HTMLFormElement>
}

/** Someone else saved first: each field that differs, theirs beside yours. The form holds yours until theirs is taken. */
export function Conflict({ view, theirs, mine, form }: ConflictProps) {
  const { t } = useTranslation("admin-kit")
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())

  function take({ field, name }: Control) {
    const control = form.current?.elements.namedItem(name)
    const value = typedValue(field, theirs.values[name])
    if (control instanceof HTMLInputElement && control.type === "checkbox") control.checked = value !== ""
    else {
      const text = textControl(control)
      if (text) text.value = value
    }
    setTaken(new Set([...taken, name]))
  }

  /** A typed value as it is read. */
  function shown({ kind, options }: FieldView, value: string): string {
    if (kind === "checkbox") return t(value === "" ? "conflict.unticked" : "conflict.ticked")
    return options.find((option) => option.value === value)?.label ?? value
  }

  return (
    <section
      role="alert"
      aria-labelledby="conflict"
      className="mt-5 rounded-card border border-warn/40 bg-warn-soft p-5"
    >
      <h2 id="conflict" className="flex items-center gap-2 text-ui font-medium text-warn">
        <TriangleAlert className="size-4.5" />
        {t("conflict.title")}
      </h2>
      <p className="mt-1 text-ui">{t("conflict.text")}</p>
      <ul className="mt-4 grid gap-4">
        {differingControls(view, theirs.values, mine).map((one) => (
          <li key={one.name} className="rounded-field border border-line bg-surface p-4">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="text-meta font-medium">{one.label}</h3>
              <Button size="small" onClick={() => take(one)} disabled={taken.has(one.name)}>
                {taken.has(one.name) ? t("conflict.taken") : t("conflict.take")}
              </Button>
            </div>
            <div className="mt-2 grid gap-3 md:grid-cols-2">
              <Version
                label={t("conflict.theirs")}
                value={shown(one.field, typedValue(one.field, theirs.values[one.name]))}
              />
              <Version label={t("conflict.mine")} value={shown(one.field, typedValue(one.field, mine[one.name]))} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Version({ label, value }: { label: string; value: string }) {
  return (
    <div className="min-w-0">
      <p className="text-meta text-mute">{label}</p>
      <p className="mt-1 max-h-48 overflow-y-auto text-ui whitespace-pre-wrap wrap-anywhere">{value || "–"}</p>
    </div>
  )
}

/** A control whose value is a text. The types of the form's collection lack the `select`. */
function textControl(control: unknown): { value: string } | null {
  const isOne =
    control instanceof HTMLInputElement ||
    control instanceof HTMLTextAreaElement ||
    control instanceof HTMLSelectElement
  return isOne ? control : null
}
