import type { GrantableRole } from "~/domain/accounts/staff/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { DateField } from "~/features/shell/dates/date-field"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { Banner } from "~/ui/feedback/banner"
import { TextField } from "~/ui/form/field"
import { Select } from "~/ui/form/select"

/** The intent of the form. */
export type GrantIntent = "grant"

/** The form that makes a member staff, or gives them a further role. */
export function GrantSection({ roles, result }: { roles: readonly GrantableRole[]; result: FormResult | undefined }) {
  const { t } = useTranslation("admin-staff")
  const { form, field } = useFormResult(result)
  return (
    <section aria-labelledby="grant" className="mt-12 max-w-xl">
      <h2 id="grant" className="text-subsection">
        {t("grant.title")}
      </h2>
      <FormNotice result={result} />
      <Form ref={form} method="post" noValidate className="mt-5 space-y-5">
        <TextField
          {...field("email")}
          type="email"
          autoComplete="off"
          required
          label={t("grant.email")}
          hint={t("grant.email_hint")}
        />
        <Select
          {...field("role")}
          required
          label={t("grant.role")}
          placeholder={t("grant.choose")}
          options={roles.map((role) => ({
            value: role,
            label: t("grant.option", { name: t(`roles.${role}.name`), about: t(`roles.${role}.about`) }),
          }))}
        />
        <DateField
          {...field("until")}
          label={t("grant.until")}
          aside={t("grant.optional")}
          hint={t("grant.until_hint")}
          className="max-w-80"
        />
        <Button type="submit" name="intent" value="grant" variant="primary">
          {t("grant.submit")}
        </Button>
      </Form>
      <Banner fact={t("code.fact")} className="mt-8">
        {t("code.consequence")} <code className="inline-block">npm run staff -- code EMAIL --remote</code>
      </Banner>
    </section>
  )
}
