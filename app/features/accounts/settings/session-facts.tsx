import type { ReactNode } from "react"
import type { MemberSession } from "~/domain/accounts/schema"
import { formatCountry, formatDate, formatTime } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"

/** Returns the name of a session's device, in the reader's language. */
export function useDeviceName(): (session: Pick<MemberSession, "device" | "kind">) => string {
  const { t } = useTranslation("settings")
  return ({ device, kind }) => device || t(kind === "api" ? "sessions.app" : "sessions.unknown_device")
}

/** A session's device, country and last use; `children` follow the device. */
export function SessionFacts({ session, children }: { session: MemberSession; children?: ReactNode }) {
  const { t } = useTranslation("settings")
  const locale = useLocale()
  const nameOf = useDeviceName()
  const country = session.country && formatCountry(session.country, locale)
  const used = `${formatDate(session.last_used_at, locale, "day")}, ${formatTime(session.last_used_at, locale)}`
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-body font-medium">
        {nameOf(session)}
        {children}
      </p>
      <p className="mt-0.5 text-meta text-mute">
        {[country, t("sessions.last_used", { date: used })].filter(Boolean).join(", ")}
      </p>
    </div>
  )
}
