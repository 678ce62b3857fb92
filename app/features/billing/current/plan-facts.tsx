import type { ReactNode } from "react"
import type { Billing, CurrentPlan } from "~/domain/billing/schema"
import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Badge, type BadgeTone } from "~/ui/badge"
import { Fact, Facts } from "../facts"
import { usePriceLabels } from "../price-labels"

type State = CurrentPlan["status"] | "ending"

const tones: Partial<Record<State, BadgeTone>> = {
  active: "ok",
  trialing: "accent",
  past_due: "bad",
  unpaid: "bad",
  paused: "warn",
  incomplete: "warn",
}

/** The plan, its price, the next payment, the card and what else counts for the money. `cardForm` replaces the card. */
export function PlanFacts({ billing, cardForm }: { billing: Billing; cardForm: ReactNode }) {
  const { t } = useTranslation("billing")
  const locale = useLocale()
  const { amount, full } = usePriceLabels()
  const { plan, card, credit, complimentary_until: givenUntil } = billing
  const date = (at: number) => formatDate(at, locale, "date")
  return (
    <Facts>
      {plan && <PlanState plan={plan} />}
      {plan?.price && <Fact name={t("current.price")}>{full(plan.price)}</Fact>}
      {plan && (
        <Fact name={t("current.next")}>
          {plan.next_payment
            ? t("current.on", { amount: amount(plan.next_payment), date: date(plan.period_ends_at) })
            : t("current.no_next")}
        </Fact>
      )}
      {(card || plan) && (
        <Fact name={t("current.card")} hint={card && t("current.card_expiry", { date: expiryOf(card, locale) })}>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            {card ? t("current.card_text", { brand: brandOf(card.brand), last4: card.last4 }) : t("current.no_card")}
            {cardForm}
          </div>
        </Fact>
      )}
      {credit && (
        <Fact name={t("current.credit")} hint={t("current.credit_hint")}>
          {amount(credit)}
        </Fact>
      )}
      {givenUntil && <Fact name={t("current.complimentary")}>{t("current.until", { date: date(givenUntil) })}</Fact>}
    </Facts>
  )
}

function PlanState({ plan }: { plan: CurrentPlan }) {
  const { t } = useTranslation("billing")
  const locale = useLocale()
  const state: State = plan.ends_at !== null && plan.status === "active" ? "ending" : plan.status
  const date = (at: number) => formatDate(at, locale, "date")
  const hint = plan.ends_at
    ? t("current.ends", { date: date(plan.ends_at) })
    : plan.trial_ends_at
      ? t("current.trial", { date: date(plan.trial_ends_at) })
      : t("current.since", { date: date(plan.started_at) })
  return (
    <Fact name={t("checkout.plan")} hint={hint}>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {plan.name ?? t("current.unnamed")}
        <Badge tone={tones[state]}>{t(`current.states.${state}`)}</Badge>
      </span>
    </Fact>
  )
}

const brandOf = (brand: string) => brand.charAt(0).toUpperCase() + brand.slice(1)

function expiryOf(
  { exp_month: month, exp_year: year }: NonNullable<Billing["card"]>,
  locale: Parameters<typeof formatDate>[1],
) {
  return formatDate(Date.UTC(year, month - 1, 15), locale, "month")
}
