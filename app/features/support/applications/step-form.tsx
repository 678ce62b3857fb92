import type { ReactNode, RefObject } from "react"
import type { CastingStep } from "~/domain/support/applications/choices"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { StepButtons } from "./step-buttons"
import { stepForm } from "./step-frame"
import { useAutosave } from "./use-autosave"

export interface StepFormProps {
  step: CastingStep
  /** From `useFormResult`. */
  form: RefObject<HTMLFormElement>
  result: FormResult | undefined
  /** Null before a draft exists. */
  draftId: string | null
  children: ReactNode
}

export function StepForm({ step, form, result, draftId, children }: StepFormProps) {
  const { t } = useTranslation("casting")
  const { isSaved, saveSoon, stop } = useAutosave(step, form, draftId)
  return (
    <Form
      ref={form}
      id={stepForm}
      method="post"
      action={`/casting/${step}`}
      noValidate
      onChange={saveSoon}
      onSubmit={stop}
      className="mt-8"
    >
      {children}
      <FormNotice result={result} />
      <StepButtons step={step} />
      <p role="status" className="mt-4 min-h-5 text-meta text-mute">
        {isSaved && t("steps.kept")}
      </p>
    </Form>
  )
}
