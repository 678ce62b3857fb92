import { useNavigation } from "@remix-run/react"
import { type CastingStep, castingSteps } from "~/domain/support/applications/choices"
import { useTranslation } from "~/i18n/use-translation"
import { Button } from "~/ui/button"
import { stepForm } from "./step-frame"

/** Next, back, and later: each saves what was typed. */
export function StepButtons({ step }: { step: CastingStep }) {
  const { t } = useTranslation("casting")
  const { state, formData } = useNavigation()
  const pressed = state === "submitting" ? (formData?.get("to") ?? "next") : null
  const before = castingSteps[castingSteps.indexOf(step) - 1]
  return (
    <div className="mt-8 flex flex-wrap items-center gap-3">
      <Button
        type="submit"
        form={stepForm}
        name="to"
        value="next"
        variant="primary"
        size="large"
        isBusy={pressed === "next"}
        className="max-sm:w-full"
      >
        {t(step === "send" ? "steps.send.submit" : "steps.next")}
      </Button>
      {before && (
        <Button type="submit" form={stepForm} name="to" value={before} formNoValidate size="large">
          {t("steps.back")}
        </Button>
      )}
      <Button type="submit" form={stepForm} name="to" value="later" formNoValidate variant="ghost" size="large">
        {t("steps.later")}
      </Button>
    </div>
  )
}
