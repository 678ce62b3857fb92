import ChevronRight from "lucide-react/icons/chevron-right"
import Circle from "lucide-react/icons/circle"
import CircleCheck from "lucide-react/icons/circle-check"
import type { NextStep } from "~/domain/accounts/overview/schema"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { Card } from "~/ui/card"
import { AppLink } from "~/ui/navigation/app-link"

/** A checklist of true facts: a finished step is ticked, an open one links to its page. */
export function NextSteps({ steps }: { steps: NextStep[] }) {
  const { t } = useTranslation("member")
  const done = steps.filter(({ is_done }) => is_done).length
  return (
    <Card as="section" aria-labelledby="next-steps">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="next-steps" className="text-card-title">
          {t("steps.title")}
        </h2>
        <p className="shrink-0 text-ui text-ink2 tabular-nums">{t("steps.count", { done, all: steps.length })}</p>
      </div>
      <div aria-hidden className="mt-4 flex gap-1.5">
        {steps.map(({ name }, index) => (
          <span key={name} className={classNames("h-1 grow rounded-full", index < done ? "bg-ink" : "bg-line2")} />
        ))}
      </div>
      <ul className="mt-4 -mb-2">
        {steps.map((step) => (
          <Step key={step.name} step={step} />
        ))}
      </ul>
    </Card>
  )
}

function Step({ step: { name, to, is_done } }: { step: NextStep }) {
  const { t } = useTranslation("member")
  if (is_done) {
    return (
      <li className="flex min-h-10 items-center gap-2.5 text-ui text-ink2">
        <CircleCheck aria-hidden className="size-4.5 shrink-0 text-ok" />
        <span>
          <span className="sr-only">{t("steps.done")} </span>
          {t(`steps.${name}`)}
        </span>
      </li>
    )
  }
  return (
    <li>
      <AppLink
        to={to}
        className="-mx-2 flex min-h-11 items-center gap-2.5 rounded-small px-2 text-ui transition-colors hover:bg-sunk"
      >
        <Circle aria-hidden className="size-4.5 shrink-0 text-ctl" />
        <span className="grow">{t(`steps.${name}`)}</span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-mute" />
      </AppLink>
    </li>
  )
}
