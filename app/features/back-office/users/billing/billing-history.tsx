import type { MemberBilling } from "~/domain/back-office/members/members"
import { formatPrice } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Card } from "~/ui/card"
import { useMoment } from "../use-moment"

/** Staff's actions on a member's billing, the latest first. */
export function BillingHistory({ acts }: Pick<MemberBilling, "acts">) {
  const { t } = useTranslation("admin-users")
  const locale = useLocale()
  const moment = useMoment()
  const sizeOf = ({ kind, amount }: (typeof acts)[number]) => {
    if (amount === null) return null
    return kind === "grant" ? t("duration.days", { count: amount }) : formatPrice(amount, locale)
  }
  return (
    <Card as="section" aria-labelledby="billing-acts">
      <h2 id="billing-acts" className="text-card-title">
        {t("billing_acts.title")}
      </h2>
      {acts.length === 0 ? (
        <p className="mt-4 text-ui text-ink2">{t("billing_acts.empty")}</p>
      ) : (
        <ol className="mt-4 divide-y divide-line text-ui">
          {acts.map((action) => (
            <li key={`${action.kind} ${action.created_at} ${action.subject}`} className="py-2">
              <span className="block text-meta text-mute">
                {[moment(action.created_at), t(`billing_acts.${action.kind}`), sizeOf(action)]
                  .filter(Boolean)
                  .join(", ")}
              </span>
              <span className="block wrap-anywhere whitespace-pre-line">{action.reason}</span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
