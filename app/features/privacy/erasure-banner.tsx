import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Form } from "~/remix/idempotency/single-form"
import { Banner, bannerActionClass } from "~/ui/feedback/banner"

/** On every page of the member area while the account is due for erasure: the date, and the form that cancels it. */
export function ErasureBanner({ erasedAt }: { erasedAt: number }) {
  const { t } = useTranslation("erasure")
  const locale = useLocale()
  return (
    <Banner
      tone="warn"
      isWide
      fact={t("pending", { date: formatDate(erasedAt, locale, "date") })}
      action={
        <Form method="post" action="/profile/settings/data">
          <button type="submit" name="intent" value="keep" className={bannerActionClass}>
            {t("keep")}
          </button>
        </Form>
      }
    >
      {t("pending_hint")}
    </Banner>
  )
}
