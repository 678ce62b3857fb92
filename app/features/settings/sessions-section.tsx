import { Form } from "@remix-run/react"
import type { OwnSession } from "~/domain/accounts/schema"
import { formatDate, formatTime } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Badge } from "~/ui/badge"
import { Button } from "~/ui/button"

/** Where the account is open, and how to end it there. */
export function SessionsSection({ sessions }: { sessions: OwnSession[] }) {
  const { t } = useTranslation("settings")
  return (
    <section aria-labelledby="settings-sessions">
      <h2 id="settings-sessions" className="text-subsection">
        {t("sessions.title")}
      </h2>
      <p className="mt-2 text-body text-ink2">{t("sessions.lead")}</p>
      <ul className="mt-6 border-t border-line">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form method="post" action="/profile/settings?act=end-others" className="mt-6">
          <Button type="submit" variant="danger">
            {t("sessions.end_others")}
          </Button>
        </Form>
      )}
    </section>
  )
}

function SessionRow({ session }: { session: OwnSession }) {
  const { t } = useTranslation("settings")
  const locale = useLocale()
  const device = session.device || t(session.kind === "api" ? "sessions.app" : "sessions.unknown_device")
  const country = session.country && new Intl.DisplayNames(locale, { type: "region" }).of(session.country)
  const used = `${formatDate(session.last_used_at, locale, "day")}, ${formatTime(session.last_used_at, locale)}`
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line py-4">
      <div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-body font-medium">
          {device}
          {session.is_current && <Badge tone="ok">{t("sessions.current")}</Badge>}
        </p>
        <p className="mt-0.5 text-meta text-mute">
          {[country, t("sessions.last_used", { date: used })].filter(Boolean).join(", ")}
        </p>
      </div>
      {!session.is_current && (
        <Form method="post" action="/profile/settings?act=end-session">
          <input type="hidden" name="session" value={session.id} />
          <Button type="submit" size="small" aria-label={t("sessions.end_named", { device })}>
            {t("sessions.end")}
          </Button>
        </Form>
      )}
    </li>
  )
}
