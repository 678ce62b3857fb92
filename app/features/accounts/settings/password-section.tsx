import { FormNotice } from "~/features/accounts/auth/form-notice"
import { useTranslation } from "~/i18n/use-translation"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { TextField } from "~/ui/form/field"
import { Section } from "./section"
import { useSettingsForm } from "./use-settings-form"

/** A new password ends every other session; the member stays signed in here. */
export function PasswordSection({ email }: { email: string }) {
  const { t } = useTranslation("settings")
  const { form, field, result, action, button, isBusy } = useSettingsForm("password")
  const reveal = { show: t("password.show"), hide: t("password.hide") }
  return (
    <Section name="password" lead={t("password.lead")}>
      <Form ref={form} method="post" action={action} noValidate className="space-y-5">
        {/* For password managers: the account of this password. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <TextField
          {...field("present_password")}
          label={t("password.present")}
          type="password"
          autoComplete="current-password"
          required
          maxLength={128}
          reveal={reveal}
        />
        <TextField
          {...field("password")}
          label={t("password.next")}
          hint={t("password.hint")}
          type="password"
          autoComplete="new-password"
          required
          maxLength={128}
          reveal={reveal}
        />
        <Button {...button} isBusy={isBusy}>
          {t("password.submit")}
        </Button>
        <FormNotice result={result} />
      </Form>
    </Section>
  )
}
