import type { ReactNode } from "react"
import { type CastingStep, castingSteps } from "~/domain/support/applications/choices"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"

/** The id of the form that every button of a step submits, wherever the button is. */
export const stepForm = "step"

export interface StepFrameProps {
  step: CastingStep
  /** The incomplete steps. */
  unfinished: CastingStep[]
  children: ReactNode
}

/** A step of an application: its title and form, and links to the other steps, which save what was typed. */
export function StepFrame({ step, unfinished, children }: StepFrameProps) {
  const { t } = useTranslation("casting")
  const number = castingSteps.indexOf(step) + 1
  return (
    <div className="page-container grid gap-x-16 gap-y-8 pt-8 md:pt-12 lg:grid-cols-[13rem_minmax(0,38rem)] xl:gap-x-28">
      <div>
        {/* Enter presses the first button of the form. */}
        <button type="submit" form={stepForm} name="to" value="next" hidden />
        <nav aria-label={t("steps.label")} className="lg:sticky lg:top-24">
          <ol className="grid grid-cols-4 gap-2 lg:grid-cols-1 lg:gap-1">
            {castingSteps.map((one, index) => (
              <li key={one}>
                <StepButton step={one} number={index + 1} isCurrent={one === step} isDone={!unfinished.includes(one)} />
              </li>
            ))}
          </ol>
        </nav>
      </div>
      <div>
        <p className="text-ui text-mute">{t("steps.count", { number, all: castingSteps.length })}</p>
        <h1 className="mt-1 text-page-title">{t(`steps.${step}.title`)}</h1>
        <p className="measure mt-3 text-body text-ink2">{t(`steps.${step}.lead`)}</p>
        {children}
      </div>
    </div>
  )
}

interface StepButtonProps {
  step: CastingStep
  number: number
  isCurrent: boolean
  isDone: boolean
}

function StepButton({ step, number, isCurrent, isDone }: StepButtonProps) {
  const { t } = useTranslation("casting")
  return (
    <button
      type="submit"
      form={stepForm}
      name="to"
      value={step}
      formNoValidate
      aria-current={isCurrent ? "step" : undefined}
      className={classNames(
        "min-h-11 w-full rounded-badge border-t-2 pt-2 pb-1 text-left text-meta transition-colors",
        "lg:rounded-none lg:border-t-0 lg:border-l-2 lg:py-2.5 lg:pl-4 lg:text-ui",
        isCurrent
          ? "border-ink font-medium text-ink forced-colors:underline"
          : "border-line2 text-ink2 enabled-hover:text-ink",
      )}
    >
      <span className="max-sm:sr-only">{number}. </span>
      {t(`steps.${step}.name`)}
      {isDone && <span className="block text-badge font-normal text-ok">{t("steps.done")}</span>}
    </button>
  )
}
