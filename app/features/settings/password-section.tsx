import { Form, useNavigation } from "@remix-run/react"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/lib/form"
import { Button } from "~/ui/button"
import { TextField } from "~/ui/field"

const address = "/profile/settings?act=password"

/** A new password ends every other session; the member stays signed in here. */
export function PasswordSection({ email, result }: { email: string; result: FormResult | undefined }) {
  const { t } = useTranslation("settings")
  const { form, field } = useFormResult(result)
  const navigation = useNavigation()
  const reveal = { show: t("password.show"), hide: t("password.hide") }
  return (
    <section aria-labelledby="settings-password">
      <h2 id="settings-password" className="text-subsection">
        {t("password.title")}
      </h2>
      <p className="mt-2 text-body text-ink2">{t("password.lead")}</p>
      <Form ref={form} method="post" action={address} noValidate className="mt-6 space-y-5">
        {/* For password managers: whose password this is. */}
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
        <Button type="submit" variant="primary" isBusy={navigation.formAction === address}>
          {t("password.submit")}
        </Button>
      </Form>
    </section>
  )
}
