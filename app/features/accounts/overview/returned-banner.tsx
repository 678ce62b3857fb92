import type { ReturnedMail } from "~/domain/mail/schema"
import { useTranslation } from "~/i18n/use-translation"
import { Form } from "~/remix/idempotency/single-form"
import { Banner, bannerActionClass } from "~/ui/feedback/banner"
import { AppLink } from "~/ui/navigation/app-link"

/** On every page of the member area while mails to the account's address come back: how to change it, or to try again. */
export function ReturnedBanner({ email, reason }: { email: string; reason: ReturnedMail["reason"] }) {
  const { t } = useTranslation("returned")
  return (
    <Banner
      tone="warn"
      isWide
      fact={t(`fact.${reason}`, { email })}
      action={
        <Form method="post" action="/profile/settings/email">
          <button type="submit" name="intent" value="email-works" className={bannerActionClass}>
            {t("again")}
          </button>
        </Form>
      }
    >
      {t("hint")}{" "}
      <AppLink to="/profile/settings/email" className="link touch-target">
        {t("change")}
      </AppLink>
    </Banner>
  )
}
