import type { Entitlement } from "~/domain/billing/schema"
import { useTranslation } from "~/i18n/use-translation"
import { Disclosure } from "~/ui/overlay/disclosure"

/** Rights of the account, and their evidence. */
export function Rights({ entitlements }: { entitlements: Entitlement[] }) {
  const { t } = useTranslation("billing")
  return (
    <Disclosure title={t("rights.title")} look="group">
      <ul className="space-y-2 text-body">
        {entitlements.map(({ rule, stripe_price, sentence }) => (
          <li key={`${rule} ${stripe_price}`}>{sentence}</li>
        ))}
      </ul>
      <p className="mt-3 text-ui text-ink2">{t("rights.hint")}</p>
    </Disclosure>
  )
}
