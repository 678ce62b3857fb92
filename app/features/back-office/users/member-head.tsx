import type { MemberPage } from "~/domain/back-office/members/members"
import { formatDate, formatLanguage } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Badge } from "~/ui/badge"
import { CopyId } from "./copy-id"
import { useMoment } from "./use-moment"

type MemberHeadProps = {
  member: MemberPage["member"]
  title: string
  /** Their id at the payment provider, for those who read billing. */
  customer: string | null
}

/** Who it is: name, state, address, since when, and the ids that other tools ask for. */
export function MemberHead({ member, title, customer }: MemberHeadProps) {
  const { t } = useTranslation("admin-users")
  const locale = useLocale()
  const moment = useMoment()
  const { email, ban, suspended_until, limited_until, email_verified_at, roles, erasure_due_at } = member
  const isActive = !ban && suspended_until === null && email_verified_at !== null
  return (
    <header className="mt-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="min-w-0 text-office-title wrap-anywhere">{title}</h1>
        <p className="flex flex-wrap gap-2">
          {ban && <Badge tone="bad">{t("state.banned")}</Badge>}
          {suspended_until !== null && (
            <Badge tone="warn" className="h-auto! min-h-6 whitespace-normal!">
              {t("state.suspended", { date: moment(suspended_until) })}
            </Badge>
          )}
          {limited_until !== null && (
            <Badge tone="warn" className="h-auto! min-h-6 whitespace-normal!">
              {t("state.limited", { date: moment(limited_until) })}
            </Badge>
          )}
          {email_verified_at === null && <Badge tone="outlined">{t("state.unconfirmed")}</Badge>}
          {isActive && <Badge tone="ok">{t("state.active")}</Badge>}
          {roles.length > 0 && <Badge tone="ink">{t("state.staff")}</Badge>}
          {erasure_due_at !== null && <Badge tone="warn">{t("state.erasure")}</Badge>}
        </p>
      </div>
      <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-ui text-ink2">
        <span className="wrap-anywhere">{email}</span>
        <span>{t("since", { date: formatDate(member.created_at, locale, "date") })}</span>
        <span>{t("writes", { language: formatLanguage(member.locale, locale) })}</span>
      </p>
      <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-1">
        <CopyId label={t("ids.member")} id={member.id} />
        {member.profile && <CopyId label={t("ids.profile")} id={member.profile.id} />}
        {customer && <CopyId label={t("ids.customer")} id={customer} />}
      </ul>
    </header>
  )
}
