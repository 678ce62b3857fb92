import { useEffect, useState } from "react"
import { useTranslation } from "~/i18n/use-translation"
import { askForProof, proofGivenEvent } from "~/remix/proof-event"
import { Banner, bannerActionClass } from "~/ui/feedback/banner"

/**
 * A form was refused until its user re-authenticates: in a dialog of this page or, without script, in another tab, so
 * that the form stays as it is.
 */
export function ProofNotice({ message }: { message: string }) {
  const { t } = useTranslation("admin-kit")
  const [isGiven, setGiven] = useState(false)
  useEffect(() => {
    const onGiven = () => setGiven(true)
    document.addEventListener(proofGivenEvent, onGiven)
    return () => document.removeEventListener(proofGivenEvent, onGiven)
  }, [])
  if (isGiven) return null
  return (
    <Banner
      tone="warn"
      fact={message}
      className="mt-5"
      action={
        <a
          href="/auth/confirm?here"
          target="_blank"
          rel="noreferrer"
          className={bannerActionClass}
          onClick={(event) => {
            if (askForProof()) event.preventDefault()
          }}
        >
          {t("proof.open")}
        </a>
      }
    >
      {t("proof.kept")}
    </Banner>
  )
}
