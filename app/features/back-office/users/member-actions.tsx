import { useEffect, useRef, useState } from "react"
import { type MemberAction, memberActions } from "~/domain/back-office/members/members"
import type { RuleStrikes } from "~/domain/decisions/strikes"
import type { ReasonTemplate } from "~/domain/decisions/templates"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { useFormResults } from "~/remix/form"
import { Button, buttonClass } from "~/ui/button"
import { Dialog } from "~/ui/overlay/dialog"
import { KeyCap, KeyLegend } from "../key-legend"
import { useKeys } from "../use-keys"
import { ActionForm } from "./action-form"

type MemberActionsProps = {
  actions: readonly MemberAction[]
  durations: readonly number[]
  rules: readonly RuleStrikes[]
  templates: readonly ReasonTemplate[]
  /** The member's. */
  language: string
  name: string
  /** The closure that awaits its second person, who the reader may be. */
  proposal: string | null
}

/** Acts by their keys. */
const keys: Partial<Record<MemberAction, string>> = { suspend: "S" }
const dangerous: readonly MemberAction[] = ["close"]
/** Acts that cite a rule: a closure as it is proposed. */
const citing: readonly MemberAction[] = ["warn", "limit", "suspend", "close"]

/** The acts as a row of buttons. Each opens a dialog with its form, and without script unfolds it. */
export function MemberActions({ actions, durations, rules, templates, language, name, proposal }: MemberActionsProps) {
  const { t } = useTranslation(["admin-users", "admin-kit"])
  const [hasScript, setHasScript] = useState(false)
  const [asked, setAsked] = useState<MemberAction | null>(null)
  const resultOf = useFormResults()
  const result = memberActions.map((action) => resultOf(action)).find((one) => one !== undefined)
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => setHasScript(true), [])
  useEffect(() => {
    if (!result) return
    // A page that was posted without script shows the form that was refused.
    if (result.isError) return setAsked((open) => open ?? (result.intent as MemberAction))
    setAsked(null)
  }, [result])
  const wasAsked = useRef(false)
  useEffect(() => {
    // The button that opened the dialog may be gone with the act.
    if (asked === null && wasAsked.current && result && !result.isError) notice.current?.focus()
    wasAsked.current = asked !== null
  }, [asked, result])
  useKeys()
  const confirms = (action: MemberAction) => action === "close" && proposal !== null
  const labelOf = (action: MemberAction) => t(confirms(action) ? "acts.confirm_close" : `acts.${action}`)
  if (actions.length === 0) return null
  const form = (action: MemberAction, onCancel?: () => void) => (
    <ActionForm
      action={action}
      label={labelOf(action)}
      about={t(confirms(action) ? "about.confirm_close" : `about.${action}`, { name })}
      isDangerous={dangerous.includes(action)}
      durations={durations}
      rules={citing.includes(action) && !confirms(action) ? rules : []}
      templates={templates}
      language={language}
      result={resultOf(action)}
      onCancel={onCancel}
    >
      {confirms(action) && <input type="hidden" name="proposal" value={proposal ?? ""} />}
    </ActionForm>
  )
  return (
    <>
      <div ref={notice} tabIndex={-1} className="outline-none">
        {!result?.isError && <FormNotice result={result} />}
      </div>
      <section aria-label={t("acts.label")} className="mt-6 flex flex-wrap items-start gap-2.5">
        <KeyLegend
          keys={actions.flatMap((action) => (keys[action] ? [{ keys: [keys[action]], text: labelOf(action) }] : []))}
          className="order-last ml-auto"
        />
        {actions.map((action) =>
          hasScript ? (
            <Button
              key={action}
              aria-haspopup="dialog"
              aria-keyshortcuts={keys[action]}
              variant={dangerous.includes(action) ? "danger" : "secondary"}
              onClick={() => setAsked(action)}
            >
              {labelOf(action)}
              {keys[action] && <KeyCap>{keys[action]}</KeyCap>}
            </Button>
          ) : (
            <details key={action} open={resultOf(action)?.isError} className="open:w-full">
              <summary
                className={classNames(
                  buttonClass({ variant: dangerous.includes(action) ? "danger" : "secondary" }),
                  "list-none",
                )}
              >
                {labelOf(action)}
              </summary>
              <div className="mt-3 mb-4 max-w-xl">{form(action)}</div>
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
