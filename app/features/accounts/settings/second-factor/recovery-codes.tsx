import Copy from "lucide-react/icons/copy"
import Download from "lucide-react/icons/download"
import Printer from "lucide-react/icons/printer"
import { useEffect, useState } from "react"
import { toasts } from "~/browser/toasts"
import { useTranslation } from "~/i18n/use-translation"
import { useRootData } from "~/remix/root-data"
import { Button, ButtonLink, buttonClass } from "~/ui/button"

/** New recovery codes, shown this once. They can be downloaded without script too. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const { t } = useTranslation("second-factor")
  const [hasScript, setHasScript] = useState(false)
  useEffect(() => setHasScript(true), [])
  const name = useRootData()?.app.name ?? ""
  const text = [t("codes.file", { name }), "", ...codes, ""].join("\n")

  async function copy() {
    await navigator.clipboard.writeText(text)
    toasts.add({ title: t("codes.copied"), color: "ok" })
  }

  return (
    <section aria-labelledby="fresh-codes" className="rounded-panel border border-line bg-surface p-5 sm:p-7">
      <h2 id="fresh-codes" className="text-subsection">
        {t("codes.fresh")}
      </h2>
      <p className="mt-2 text-body text-ink2">{t("codes.fresh_lead")}</p>
      <ol className="mt-6 grid gap-x-8 gap-y-2 font-mono text-body sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="rounded-small bg-sunk px-3 py-1.5 text-center">
            {code}
          </li>
        ))}
      </ol>
      <div className="mt-6 flex flex-wrap gap-2.5 print:hidden">
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={`${name.toLowerCase().replace(/\W+/g, "-")}-codes.txt`}
          className={buttonClass()}
        >
          <Download />
          {t("codes.download")}
        </a>
        {hasScript && (
          <>
            <Button icon={<Copy />} onClick={copy}>
              {t("codes.copy")}
            </Button>
            <Button icon={<Printer />} onClick={() => window.print()}>
              {t("codes.print")}
            </Button>
          </>
        )}
        {/* Loads a new document: a prefetched copy of that page is older than these codes, and none of them stays
            in memory. */}
        <ButtonLink to="/profile/settings/two-factor" reloadDocument variant="primary" className="sm:ml-auto">
          {t("codes.done")}
        </ButtonLink>
      </div>
    </section>
  )
}
