import { createContext, type ReactNode, type RefObject, useContext } from "react"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import type { FormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { FieldError } from "~/ui/form/field"
import { SpriteIcon } from "~/ui/sprite-icon"
import { type Outcome, useChoices } from "./use-choices"

const OutcomeContext = createContext<Outcome | null>(null)

export interface ChoicesFormProps {
  settings: {
    form: RefObject<HTMLFormElement>
    action: string
    /** The button that sends the form without script. */
    button: { type: "submit"; name: string; value: string }
    /** The result of the form sent without script. */
    result: FormResult | undefined
  }
  /** The name of the button that saves the choices if there is no script. */
  label: string
  className?: string
  children: ReactNode
}

/** A form of switches and choices that saves itself as they change. Browsers that restore a form must not change it. */
export function ChoicesForm({
  settings: { form, action, button, result },
  label,
  className,
  children,
}: ChoicesFormProps) {
  const { t } = useTranslation("settings")
  const { outcome, change } = useChoices({ form, action, button, question: t("choices.leave") })
  return (
    <OutcomeContext.Provider value={outcome}>
      <Form
        ref={form}
        method="post"
        action={action}
        autoComplete="off"
        onChange={({ target }) => change(target as unknown as Element)}
        className={className}
      >
        {children}
        <noscript>
          <Button {...button}>{label}</Button>
          <FormNotice result={result} />
        </noscript>
      </Form>
    </OutcomeContext.Provider>
  )
}

/** The place of a choice, or of several that belong together, with what became of the last change of it. */
export function Choice({ of, children }: { of: string | readonly string[]; children: ReactNode }) {
  const { t } = useTranslation("settings")
  const outcome = useContext(OutcomeContext)
  const end = outcome && [of].flat().includes(outcome.of) ? outcome.end : null
  const isBad = end === "refused" || end === "offline"
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
      <div className="min-w-0 flex-1">{children}</div>
      <span role="status" className={classNames("text-meta", isBad ? "basis-full" : "shrink-0 text-mute sm:min-w-24")}>
        {end === "saved" && (
          <span className="flex items-center gap-1">
            <SpriteIcon name="check" className="size-4" />
            {t("choices.saved")}
          </span>
        )}
        {isBad && <FieldError>{t(`choices.${end}`)}</FieldError>}
      </span>
    </div>
  )
}
