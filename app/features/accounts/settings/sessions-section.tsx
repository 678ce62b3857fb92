import type { OwnSession } from "~/domain/accounts/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { useTranslation } from "~/i18n/use-translation"
import { Form } from "~/remix/idempotency/single-form"
import { Badge } from "~/ui/badge"
import { Button } from "~/ui/button"
import { AppLink } from "~/ui/navigation/app-link"
import { Section } from "./section"
import { SessionFacts, useDeviceName } from "./session-facts"
import { useSettingsForm } from "./use-settings-form"

/** The account's open sessions, the forms that end them, and the way to the list of who of the team opened the account. */
export function SessionsSection({ sessions }: { sessions: OwnSession[] }) {
  const { t } = useTranslation("settings")
  const one = useSettingsForm("end-session")
  const others = useSettingsForm("end-others")
  return (
    <Section name="sessions" lead={t("sessions.lead")}>
      <ul className="border-t border-line">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} form={one} />
        ))}
      </ul>
      <FormNotice result={one.result ?? others.result} />
      {sessions.length > 1 && (
        <Form method="post" action={others.action} className="mt-6">
          <Button {...others.button} variant="danger" isBusy={others.isBusy}>
            {t("sessions.end_others")}
          </Button>
        </Form>
      )}
      <p className="mt-8 text-ui">
        <AppLink to="/profile/settings/access" className="link touch-target inline-block">
          {t("sessions.team")}
        </AppLink>
      </p>
    </Section>
  )
}

type SessionForm = Pick<ReturnType<typeof useSettingsForm>, "action" | "button">

function SessionRow({ session, form: { action, button } }: { session: OwnSession; form: SessionForm }) {
  const { t } = useTranslation("settings")
  const device = useDeviceName()(session)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line py-4">
      <SessionFacts session={session}>
        {session.is_current && <Badge tone="ok">{t("sessions.current")}</Badge>}
      </SessionFacts>
      {!session.is_current && (
        <Form method="post" action={action}>
          <input type="hidden" name="session" value={session.id} />
          <Button {...button} size="small" aria-label={t("sessions.end_named", { device })}>
            {t("sessions.end")}
          </Button>
        </Form>
      )}
    </li>
  )
}
