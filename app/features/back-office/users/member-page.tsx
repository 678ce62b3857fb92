import type { MemberPage as Page } from "~/domain/back-office/members/members"
import { useTranslation } from "~/i18n/use-translation"
import { Banner } from "~/ui/feedback/banner"
import { Breadcrumbs } from "~/ui/navigation/breadcrumbs"
import { MemberBilling } from "./billing/member-billing"
import { MemberActions } from "./member-actions"
import { AccountFacts, CaseFacts, GroupFacts, ProfileFacts, RequestFacts } from "./member-facts"
import { MemberHead } from "./member-head"
import type { MemberLinks } from "./member-links"
import { MemberSessions } from "./member-sessions"
import { SanctionHistory } from "./sanction-history"
import { StrikeList } from "./strike-list"
import { useMoment } from "./use-moment"

type MemberPageProps = Page & {
  title: string
  links: MemberLinks
  /** The reader's time as this member has just ended by itself. */
  isOver: boolean
}

const list = "/dashboard/admin/users"

/** A member, for staff: who they are, what may be done, and what was done. */
export function MemberPage({ title, links, isOver, member, billing, acts, durations, closure }: MemberPageProps) {
  const { t } = useTranslation(["admin-users", "admin-kit"])
  const moment = useMoment()
  return (
    <>
      <Breadcrumbs
        label={t("admin-kit:breadcrumbs")}
        items={[
          { label: t("list"), to: list },
          { label: title, to: `${list}/${member.id}` },
        ]}
      />
      <MemberHead member={member} title={title} customer={billing?.stripe_customer ?? null} />
      {isOver && <Banner className="mt-5" fact={t("over")} />}
      {member.ban && (
        <Banner
          tone="bad"
          className="mt-5"
          fact={t("banned", { date: moment(member.ban.at), by: member.ban.staff_name ?? t("gone") })}
        >
          <span className="whitespace-pre-line">{member.ban.reason}</span>
        </Banner>
      )}
      {closure && (
        <Banner
          tone="warn"
          className="mt-5"
          fact={t(closure.is_own ? "closure.own" : "closure.other", {
            by: closure.by ?? t("gone"),
            date: moment(closure.until),
          })}
        >
          {t(closure.is_own ? "closure.own_next" : "closure.other_next")}{" "}
          <span className="whitespace-pre-line">{t("closure.reason", { reason: closure.reason })}</span>
        </Banner>
      )}
      <MemberActions
        actions={acts}
        durations={durations}
        rules={member.rules}
        templates={member.templates}
        language={member.locale}
        name={member.name}
        proposal={closure?.id ?? null}
      />
      <div className="mt-8 grid items-start gap-6 lg:grid-cols-2">
        <AccountFacts member={member} />
        <GroupFacts member={member} staffPath={links.staff} />
        <ProfileFacts profile={member.profile} reviewPath={links.review} />
        <RequestFacts member={member} links={links} />
        <CaseFacts member={member} />
      </div>
      {member.session_list && (
        <div className="mt-6 grid items-start gap-6 lg:grid-cols-2">
          <MemberSessions sessions={member.session_list} name={member.name} mayEnd={acts.includes("sign_out")} />
        </div>
      )}
      {billing && <MemberBilling {...billing} />}
      <StrikeList rules={member.rules} />
      <SanctionHistory sanctions={member.sanctions} />
    </>
  )
}
