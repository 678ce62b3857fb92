import { useEffect, useState } from "react"
import type { MailChoices, MailKind } from "~/domain/mail/schema"
import { notificationDefaults } from "~/domain/notifications/defaults"
import type { NotificationSettings } from "~/domain/notifications/schema"
import { clock } from "~/features/shell/dates/half-hours"
import { TimeField } from "~/features/shell/dates/time-field"
import { useTranslation } from "~/i18n/use-translation"
import { ButtonLink } from "~/ui/button"
import { Checkbox } from "~/ui/form/checkbox"
import { ChoiceGroup, Radio } from "~/ui/form/radio"
import { Choice, ChoicesForm } from "./choices/choices-form"
import { PushPanel } from "./push-panel"
import { Section } from "./section"
import { useSettingsForm } from "./use-settings-form"

interface Props {
  choices: MailChoices
  settings: NotificationSettings
  pushKey: string | null
}

/** Which mails the user wants, and when. Security mails cannot be turned off, and the page says so. */
export function NotificationsSection({ choices, settings, pushKey }: Props) {
  const { t } = useTranslation("settings")
  const { t: chat } = useTranslation("chat")
  const form = useSettingsForm("notifications")
  return (
    <Section name="notifications" lead={t("notifications.lead")}>
      <ChoicesForm settings={form} label={t("notifications.save")} className="space-y-8">
        <ChoiceGroup legend={t("notifications.legend")} hint={t("notifications.always")}>
          {(Object.keys(choices) as MailKind[]).map((kind) => (
            <Choice key={kind} of={kind}>
              <Checkbox
                name={kind}
                defaultChecked={choices[kind]}
                label={t(`notifications.kinds.${kind}.label`)}
                description={t(`notifications.kinds.${kind}.description`)}
              />
            </Choice>
          ))}
        </ChoiceGroup>
        <ChoiceGroup legend={t("notifications.rhythm.legend")}>
          {(["soon", "daily"] as const).map((rhythm) => (
            <Choice key={rhythm} of={`rhythm=${rhythm}`}>
              <Radio
                name="rhythm"
                value={rhythm}
                defaultChecked={rhythm === settings.rhythm}
                label={t(`notifications.rhythm.${rhythm}`)}
              />
            </Choice>
          ))}
        </ChoiceGroup>
        <QuietHours settings={settings} field={form.field} />
      </ChoicesForm>
      {pushKey && <PushPanel publicKey={pushKey} />}
      <div className="mt-10">
        <h2 className="text-body font-medium">{chat("settings.title")}</h2>
        <p className="measure mt-2 text-ui text-ink2">{chat("settings.lead")}</p>
        <ButtonLink to="/profile/settings/messages" className="mt-4">
          {chat("settings.open")}
        </ButtonLink>
      </div>
    </Section>
  )
}

/** Uses the time zone of this browser, which the page shows and the form saves. */
function QuietHours({
  settings,
  field,
}: { settings: NotificationSettings } & Pick<ReturnType<typeof useSettingsForm>, "field">) {
  const { t } = useTranslation("settings")
  const [zone, setZone] = useState(settings.time_zone)
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone), [])
  const hours = settings.quiet_hours ?? notificationDefaults.quiet_hours
  const time = (name: "from" | "to") => {
    const typed = field(name)
    return { ...typed, defaultValue: typed.defaultValue ?? clock(hours?.[name] ?? 0), required: true }
  }
  return (
    <div>
      <Choice of="is_quiet">
        <Checkbox
          name="is_quiet"
          defaultChecked={settings.quiet_hours !== null}
          label={t("notifications.quiet.label")}
          description={t("notifications.quiet.hint", { zone: zone.replaceAll("_", " ") })}
        />
      </Choice>
      <input type="hidden" name="time_zone" value={zone} />
      <div className="mt-4 pl-7">
        <Choice of={["from", "to"]}>
          <div className="flex gap-4">
            <TimeField {...time("from")} label={t("notifications.quiet.from")} />
            <TimeField {...time("to")} label={t("notifications.quiet.to")} />
          </div>
        </Choice>
      </div>
    </div>
  )
}
