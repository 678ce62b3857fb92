import { FormNotice } from "~/features/accounts/auth/form-notice"
import { useTranslation } from "~/i18n/use-translation"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { TextField } from "~/ui/form/field"
import { AvatarForm } from "./avatar-form"
import { Section } from "./section"
import { useSettingsForm } from "./use-settings-form"

interface ProfileSectionProps {
  name: string
  avatar: string | null
  /** The section stands below the title of the settings. */
  isBelow?: boolean
}

/** Form of the user's picture and name, as other members see them. */
export function ProfileSection({ name, avatar, isBelow }: ProfileSectionProps) {
  const { t } = useTranslation("settings")
  const { form, field, result, action, button, isBusy } = useSettingsForm("name")
  const { defaultValue = name, ...rest } = field("name")
  return (
    <Section name="profile" lead={t("profile.lead")} isBelow={isBelow}>
      <AvatarForm name={name} avatar={avatar} />
      <Form ref={form} method="post" action={action} noValidate className="mt-8 space-y-5">
        <TextField
          {...rest}
          key={defaultValue}
          defaultValue={defaultValue}
          label={t("profile.name")}
          autoComplete="name"
          required
          maxLength={80}
        />
        <Button {...button} isBusy={isBusy}>
          {t("profile.save")}
        </Button>
        <FormNotice result={result} />
      </Form>
    </Section>
  )
}
