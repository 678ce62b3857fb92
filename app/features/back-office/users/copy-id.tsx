import Copy from "lucide-react/icons/copy"
import { useEffect, useState } from "react"
import { toasts } from "~/browser/toasts"
import { useTranslation } from "~/i18n/use-translation"
import { IconButton } from "~/ui/button"

/** An id with a button that copies it; without script it is selected by a click. */
export function CopyId({ label, id }: { label: string; id: string }) {
  const { t } = useTranslation("admin-users")
  const [hasScript, setHasScript] = useState(false)
  useEffect(() => setHasScript(true), [])

  async function copy() {
    await navigator.clipboard.writeText(id)
    toasts.add({ title: t("ids.copied", { label }), color: "ok" })
  }

  return (
    <li className="flex min-h-8 min-w-0 items-center gap-2 text-meta text-mute">
      <span className="shrink-0">{label}</span>
      <code className="min-w-0 select-all wrap-anywhere text-ink2">{id}</code>
      {hasScript && (
        <IconButton label={t("ids.copy", { label })} size="small" onClick={copy}>
          <Copy />
        </IconButton>
      )}
    </li>
  )
}
