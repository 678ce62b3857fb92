import { TriangleAlert } from "lucide-react"
import { type RefObject, useState } from "react"
import type { RecordDetail, ResourceView } from "~/domain/resources/schema"
import { locales } from "~/i18n/locales"
import { useTranslation } from "~/i18n/use-translation"
import { Button } from "~/ui/button"

type ConflictProps = {
  view: ResourceView
  theirs: RecordDetail
  /** What was typed here. */
  mine: Record<string, string>
  form: RefObject<HTMLFormElement>
}

/** Someone else saved first: each field that differs, theirs beside yours. The form holds yours until theirs is taken. */
export function Conflict({ view, theirs, mine, form }: ConflictProps) {
  const { t } = useTranslation("admin-kit")
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  const names = view.fields.flatMap(({ name, label, isTranslated }) =>
    isTranslated
      ? locales.map(({ code, name: language }) => ({ name: `${name}.${code}`, label: `${label} (${language})` }))
      : [{ name, label }],
  )
  const differing = names.filter(({ name }) => name in mine && mine[name] !== String(theirs.values[name] ?? ""))

  function take(name: string) {
    const control = form.current?.elements.namedItem(name)
    const value = theirs.values[name] ?? ""
    if (control instanceof HTMLInputElement && control.type === "checkbox") control.checked = value === 1
    else {
      const text = textControl(control)
      if (text) text.value = String(value)
    }
    setTaken(new Set([...taken, name]))
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
        {differing.map(({ name, label }) => (
          <li key={name} className="rounded-field border border-line bg-surface p-4">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="text-meta font-medium">{label}</h3>
              <Button size="small" onClick={() => take(name)} disabled={taken.has(name)}>
                {taken.has(name) ? t("conflict.taken") : t("conflict.take")}
              </Button>
            </div>
            <div className="mt-2 grid gap-3 md:grid-cols-2">
              <Version label={t("conflict.theirs")} value={String(theirs.values[name] ?? "")} />
              <Version label={t("conflict.mine")} value={mine[name] ?? ""} />
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
