import type { MonthlyPrice } from "~/domain/billing/schema"
import { formatPrice } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import type { Locale } from "~/i18n/locales"
import type { PremiumTexts } from "./home-premium"

/** Returns the texts of the home page's end for a price with its trial; `isVisitor` may make an account there. */
export function toPremiumTexts(
  { amount, currency, trial_days: count }: MonthlyPrice,
  isVisitor: boolean,
  locale: Locale,
): PremiumTexts {
  const t = translator(locale, "home")
  const price = formatPrice(amount, locale, currency)
  return {
    title: count > 0 ? t("premium.trial", { count }) : t("premium.title"),
    text: count > 0 ? t("premium.text_trial", { price }) : t("premium.text", { price }),
    plans: t("premium.plans"),
    join: isVisitor ? t("premium.join") : null,
  }
}
