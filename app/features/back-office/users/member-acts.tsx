import { useEffect, useRef, useState } from "react"
import { type MemberAct, memberActs } from "~/domain/back-office/members/desk"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { useFormResults } from "~/remix/form"
import { Button, buttonClass } from "~/ui/button"
import { Dialog } from "~/ui/overlay/dialog"
import { KeyCap, KeyLegend } from "../key-legend"
import { useKeys } from "../use-keys"
import { ActForm } from "./act-form"

type MemberActsProps = {
  acts: readonly MemberAct[]
  suspensions: readonly number[]
  name: string
  /** A closure awaits its second person, who the reader may be. */
  isProposed: boolean
}

/** Acts by their keys. */
const keys: Partial<Record<MemberAct, string>> = { suspend: "S" }
const dangerous: readonly MemberAct[] = ["close"]

/** The acts as a row of buttons. Each opens a dialog with its form, and without script unfolds it. */
export function MemberActs({ acts, suspensions, name, isProposed }: MemberActsProps) {
  const { t } = useTranslation(["admin-users", "admin-kit"])
  const [hasScript, setHasScript] = useState(false)
  const [asked, setAsked] = useState<MemberAct | null>(null)
  const resultOf = useFormResults()
  const result = memberActs.map((act) => resultOf(act)).find((one) => one !== undefined)
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => setHasScript(true), [])
  useEffect(() => {
    if (!result) return
    // A page that was posted without script shows the form that was refused.
    if (result.isError) return setAsked((open) => open ?? (result.intent as MemberAct))
    setAsked(null)
  }, [result])
  const wasAsked = useRef(false)
  useEffect(() => {
    // The button that opened the dialog may be gone with the act.
    if (asked === null && wasAsked.current && result && !result.isError) notice.current?.focus()
    wasAsked.current = asked !== null
  }, [asked, result])
  useKeys()
  const labelOf = (act: MemberAct) => t(act === "close" && isProposed ? "acts.confirm_close" : `acts.${act}`)
  if (acts.length === 0) return null
  const form = (act: MemberAct, onCancel?: () => void) => (
    <ActForm
      act={act}
      label={labelOf(act)}
      about={t(act === "close" && isProposed ? "about.confirm_close" : `about.${act}`, { name })}
      isDangerous={dangerous.includes(act)}
      suspensions={suspensions}
      result={resultOf(act)}
      onCancel={onCancel}
    />
  )
  return (
    <>
      <div ref={notice} tabIndex={-1} className="outline-none">
        {!result?.isError && <FormNotice result={result} />}
      </div>
      <section aria-label={t("acts.label")} className="mt-6 flex flex-wrap items-start gap-2.5">
        <KeyLegend
          keys={acts.flatMap((act) => (keys[act] ? [{ keys: [keys[act]], text: labelOf(act) }] : []))}
          className="order-last ml-auto"
        />
        {acts.map((act) =>
          hasScript ? (
            <Button
              key={act}
              aria-haspopup="dialog"
              aria-keyshortcuts={keys[act]}
              variant={dangerous.includes(act) ? "danger" : "secondary"}
              onClick={() => setAsked(act)}
            >
              {labelOf(act)}
              {keys[act] && <KeyCap>{keys[act]}</KeyCap>}
            </Button>
          ) : (
            <details key={act} open={resultOf(act)?.isError} className="open:w-full">
              <summary
                className={classNames(
                  buttonClass({ variant: dangerous.includes(act) ? "danger" : "secondary" }),
                  "list-none",
                )}
              >
                {labelOf(act)}
              </summary>
              <div className="mt-3 mb-4 max-w-xl">{form(act)}</div>
            </details>
          ),
        )}
      </section>
      <Dialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={asked ? labelOf(asked) : ""}
        closeLabel={t("admin-kit:cancel")}
      >
        {asked && form(asked, () => setAsked(null))}
      </Dialog>
    </>
  )
}
