import Copy from "lucide-react/icons/copy"
import { useEffect, useState } from "react"
import { toasts } from "~/browser/toasts"
import { useTranslation } from "~/i18n/use-translation"
import { IconButton } from "~/ui/button"

/** A secret address with a button that copies it; without script it is selected by a click. */
export function CopyAddress({ address }: { address: string }) {
  const { t } = useTranslation("calendar")
  const [hasScript, setHasScript] = useState(false)
  useEffect(() => setHasScript(true), [])

  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
    } catch {
      // The browser has no clipboard here, or its reader refused it.
      return toasts.add({ title: t("feeds.out.copy_failed"), color: "bad" })
    }
    toasts.add({ title: t("feeds.out.copied"), color: "ok" })
  }

  return (
    <p className="mt-4 flex min-h-8 min-w-0 items-center gap-2 text-ui">
      <span className="sr-only">{t("feeds.out.label")}</span>
      <code className="min-w-0 select-all wrap-anywhere text-ink2">{address}</code>
      {hasScript && (
        <IconButton label={t("feeds.out.copy")} size="small" onClick={copy}>
          <Copy />
        </IconButton>
      )}
    </p>
  )
}
