import { type ComponentProps, useRef } from "react"
import type { ReasonTemplate } from "~/domain/decisions/templates"
import { useTranslation } from "~/i18n/use-translation"
import { Button } from "~/ui/button"
import { TextArea } from "~/ui/form/field"
import { KeyCap } from "../key-legend"

type ReasonFieldProps = Omit<ComponentProps<typeof TextArea>, "ref" | "maxLength"> & {
  templates: readonly ReasonTemplate[]
  /** The language of who reads the reasons. */
  language: string | undefined
  /** The key that unfolds the templates. */
  shortcut?: string
}

/** Reasons in the words of staff, with templates that are added below what is typed already. */
export function ReasonField({ templates, language, shortcut, ...field }: ReasonFieldProps) {
  const { t } = useTranslation("admin-kit")
  const reason = useRef<HTMLTextAreaElement>(null)
  const insert = (text: string) => {
    const area = reason.current
    if (!area) return
    const typed = area.value.trimEnd()
    area.focus()
    area.setRangeText(typed === "" ? text : `${typed}\n\n${text}`, 0, area.value.length, "end")
    area.dispatchEvent(new Event("input", { bubbles: true }))
  }
  return (
    <div>
      <TextArea {...field} ref={reason} lang={language} maxLength={1_000} />
      {templates.length > 0 && (
        <details className="mt-2">
          <summary
            aria-keyshortcuts={shortcut}
            className="inline-flex list-none items-center gap-2 rounded-badge text-ui"
          >
            <span className="link">{t("templates.title")}</span>
            {shortcut && <KeyCap>{shortcut}</KeyCap>}
          </summary>
          <ul className="mt-3 max-h-96 divide-y divide-line overflow-y-auto rounded-card border border-line bg-surface">
            {templates.map(({ id, name, text }) => (
              <li key={id} className="space-y-2 px-4 py-3 text-ui">
                <p className="font-medium">{name}</p>
                <p className="text-meta text-ink2" lang={language}>
                  {text}
                </p>
                <Button size="small" onClick={() => insert(text)} aria-label={t("templates.insert_named", { name })}>
                  {t("templates.insert")}
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
