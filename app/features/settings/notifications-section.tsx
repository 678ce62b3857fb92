import { Form } from "@remix-run/react"
import type { MailChoices, MailKind } from "~/domain/mail/schema"
import { FormNotice } from "~/features/auth/form-notice"
import { useTranslation } from "~/i18n/use-translation"
import { Button, ButtonLink } from "~/ui/button"
import { Checkbox } from "~/ui/checkbox"
import { ChoiceGroup } from "~/ui/radio"
import { Section } from "./section"
import { useAct } from "./use-act"

/** Which mails one wants. Those that keep the account safe are not for choosing, and the page says so. */
export function NotificationsSection({ choices }: { choices: MailChoices }) {
  const { t } = useTranslation("settings")
  const { t: chat } = useTranslation("chat")
  const { result, action, isBusy } = useAct("notifications", "notifications")
  return (
    <Section name="notifications" lead={t("notifications.lead")}>
      <Form method="post" action={action} className="space-y-5">
        <ChoiceGroup legend={t("notifications.legend")} hint={t("notifications.always")}>
          {(Object.keys(choices) as MailKind[]).map((kind) => (
            <Checkbox
              key={kind}
              name={kind}
              defaultChecked={choices[kind]}
              label={t(`notifications.kinds.${kind}.label`)}
              description={t(`notifications.kinds.${kind}.description`)}
            />
          ))}
        </ChoiceGroup>
        <Button type="submit" isBusy={isBusy}>
          {t("notifications.save")}
        </Button>
        <FormNotice result={result} />
      </Form>
      <div className="mt-8">
        <h3 className="text-body font-medium">{chat("settings.title")}</h3>
        <p className="measure mt-2 text-ui text-ink2">{chat("settings.lead")}</p>
        <ButtonLink to="/profile/settings/messages" className="mt-4">
          {chat("settings.open")}
        </ButtonLink>
      </div>
    </Section>
  )
}
