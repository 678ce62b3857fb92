import Check from "lucide-react/icons/check"
import type { ReactNode } from "react"
import type { Billing, Plan, Price as PlanPrice } from "~/domain/billing/schema"
import { formatList, formatPrice } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Badge } from "~/ui/badge"
import { ButtonLink } from "~/ui/button"
import { Card } from "~/ui/card"
import { Price } from "~/ui/price"
import { withNext } from "../billing-paths"
import { currentPlan, grantsAccess } from "../plan-state"
import { monthsOf, usePriceLabels } from "../price-labels"

export interface PlanCardProps {
  plan: Plan
  price: PlanPrice
  /** Null for somebody without an account. */
  billing: Billing | null
  next: string | null
  /** The one plan of the page whose button is filled. */
  isFirst: boolean
}

/** A plan at one price. */
export function PlanCard({ plan, price, billing, next, isFirst }: PlanCardProps) {
  const { t } = useTranslation("billing")
  const locale = useLocale()
  const { amount, per, short } = usePriceLabels()
  const held = billing && currentPlan(billing)
  const isCurrent = plan.prices.some(({ id }) => id === held?.price?.id)
  const others = plan.prices.filter(({ id }) => id !== price.id)
  return (
    <PlanFrame
      id={plan.id}
      name={plan.name}
      summary={plan.summary}
      features={plan.features}
      isCurrent={isCurrent}
      isChosen={isCurrent || (isFirst && !held)}
      price={<Price size="plan" amount={amount(price)} unit={per(price)} />}
      notes={
        <>
          <p className="text-ink2">
            {t("price.tax")}
            {others.length > 0 && `, ${t("plans.or", { price: formatList(others.map(short), locale, "disjunction") })}`}
          </p>
          {price.trial_days > 0 && !held && (
            <p className="mt-1 font-medium">{t("plans.trial", { count: price.trial_days, price: short(price) })}</p>
          )}
        </>
      }
    >
      <PlanButton plan={plan} price={price} billing={billing} next={next} isFirst={isFirst} isCurrent={isCurrent} />
    </PlanFrame>
  )
}

/** Button of a price for this reader: join and buy it, buy it, change to it, or manage it. */
function PlanButton({ plan, price, billing, next, isFirst, isCurrent }: PlanCardProps & { isCurrent: boolean }) {
  const { t } = useTranslation("billing")
  const { every } = usePriceLabels()
  const held = billing && currentPlan(billing)
  const look = { size: "large", isWide: true, "aria-describedby": plan.id } as const
  if (held?.price?.id === price.id)
    return (
      <ButtonLink {...look} to="/profile/billing">
        {t("plans.manage")}
      </ButtonLink>
    )
  if ((billing && !billing.is_available) || (held && !grantsAccess(held))) return null
  if (held)
    return (
      <ButtonLink {...look} to={withNext(`/profile/plans/change/${price.id}`, next)} prefetch="none">
        {isCurrent ? t("plans.change_price", { every: every(monthsOf(price)).toLowerCase() }) : t("plans.change")}
      </ButtonLink>
    )
  const checkout = withNext(`/checkout/${price.id}`, next)
  return (
    <ButtonLink
      {...look}
      variant={isFirst ? "primary" : "secondary"}
      to={billing ? checkout : `/become-member?${new URLSearchParams({ back: checkout })}`}
      prefetch="none"
    >
      {price.trial_days > 0
        ? t("plans.try", { plan: plan.name, count: price.trial_days })
        : t("plans.choose", { plan: plan.name })}
    </ButtonLink>
  )
}

const freeFeatures = ["profiles", "favorites", "replies"] as const

/** Features of every member without a plan. */
export function FreeCard({
  isCurrent,
  isJoined,
  currency,
}: {
  isCurrent: boolean
  isJoined: boolean
  currency: string
}) {
  const { t } = useTranslation("billing")
  const locale = useLocale()
  return (
    <PlanFrame
      id="free"
      name={t("free.name")}
      summary={t("free.summary")}
      features={freeFeatures.map((feature) => t(`free.features.${feature}`))}
      isCurrent={isCurrent}
      price={<Price size="plan" amount={formatPrice(0, locale, currency)} unit={t("free.unit")} />}
    >
      {!isJoined && (
        <ButtonLink to="/become-member" size="large" isWide aria-describedby="free">
          {t("free.join")}
        </ButtonLink>
      )}
    </PlanFrame>
  )
}

interface PlanFrameProps {
  id: string
  name: string
  summary: string
  features: string[]
  price: ReactNode
  notes?: ReactNode
  isCurrent: boolean
  isChosen?: boolean
  /** The button. */
  children?: ReactNode
}

function PlanFrame({ id, name, summary, features, price, notes, isCurrent, isChosen, children }: PlanFrameProps) {
  const { t } = useTranslation("billing")
  return (
    <Card as="li" isChosen={isChosen} className="flex flex-col sm:p-8!">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-subsection">
          {name}
        </h2>
        {isCurrent && (
          <Badge tone="outlined" icon={<Check />}>
            {t("plans.yours")}
          </Badge>
        )}
      </div>
      <p className="mt-1 text-ui text-ink2">{summary}</p>
      <p className="mt-5">{price}</p>
      <div className="mt-2 text-meta md:min-h-12">{notes}</div>
      {children && <div className="mt-5">{children}</div>}
      <ul className="mt-7 space-y-3.5 border-t border-line pt-6 text-body">
        {features.map((feature) => (
          <li key={feature} className="flex items-start gap-3">
            <Check aria-hidden className="mt-0.5 size-4.5 text-ink2" />
            <span className="min-w-0">{feature}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
