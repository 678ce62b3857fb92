import type { Offer } from "~/domain/billing/schema"
import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Fact, Facts } from "../facts"
import { usePriceLabels } from "../price-labels"

/** The plan, its payments and its renewal. */
export function CheckoutSummary({ offer: { plan, price, first_payment_at: firstAt } }: { offer: Offer }) {
  const { t } = useTranslation("billing")
  const locale = useLocale()
  const { amount, full } = usePriceLabels()
  const date = firstAt ? formatDate(firstAt, locale, "date") : ""
  const { currency, trial_days: days } = price
  return (
    <section aria-labelledby="summary">
      <h2 id="summary" className="sr-only">
        {t("checkout.summary")}
      </h2>
      <Facts className="">
        <Fact name={t("checkout.plan")}>{plan}</Fact>
        <Fact name={t("checkout.price")}>{full(price)}</Fact>
        <Fact name={t("checkout.today")}>{amount(firstAt ? { amount: 0, currency } : price)}</Fact>
        {firstAt && (
          <Fact
            name={t("checkout.first")}
            hint={days > 0 ? t("checkout.trial", { count: days, date }) : t("checkout.granted")}
          >
            {t("checkout.on", { amount: amount(price), date })}
          </Fact>
        )}
        <Fact isText name={t("checkout.renewal")}>
          {t("checkout.renews", { price: full(price) })}
        </Fact>
        <Fact isText name={t("checkout.cancelling")}>
          {t("checkout.cancels")}
        </Fact>
      </Facts>
    </section>
  )
}
