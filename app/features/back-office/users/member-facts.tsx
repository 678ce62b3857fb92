import { Link } from "@remix-run/react"
import type { MemberPage } from "~/domain/back-office/members/members"
import { ProfileStateBadge } from "~/features/accounts/overview/profile-state"
import { formatNumber } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { SubjectCases } from "../cases/subject-cases"
import { PermittedLink } from "../permitted-link"
import { FactList } from "./fact-list"
import type { MemberLinks } from "./member-links"
import { useMoment } from "./use-moment"

type Member = MemberPage["member"]

/** When they joined and confirmed their address, where they are logged in, and an erasure that they asked for. */
export function AccountFacts({ member }: { member: Member }) {
  const { t } = useTranslation("admin-users")
  const locale = useLocale()
  const moment = useMoment()
  const { created_at, email_verified_at, email_returned, sessions, erasure_due_at } = member
  return (
    <FactList
      id="account"
      title={t("account.title")}
      facts={[
        [t("account.joined"), moment(created_at)],
        [t("account.confirmed"), email_verified_at === null ? t("account.unconfirmed") : moment(email_verified_at)],
        [
          t("account.mails"),
          email_returned === null
            ? t("account.mails_sent")
            : t(`account.${email_returned.reason}`, { date: moment(email_returned.at) }),
        ],
        [t("account.sessions"), formatNumber(sessions, locale)],
        [
          t("account.erasure"),
          erasure_due_at === null ? t("account.no_erasure") : t("account.due", { date: moment(erasure_due_at) }),
        ],
      ]}
    />
  )
}

/** Their groups, and their roles as staff. */
export function GroupFacts({ member, staffPath }: { member: Member; staffPath: string | null }) {
  const { t } = useTranslation(["admin-users", "admin-staff"])
  const { groups, roles } = member
  return (
    <FactList
      id="groups"
      title={t("groups.title")}
      facts={[
        [t("groups.groups"), groups.length > 0 ? groups.join(", ") : t("none")],
        [
          t("groups.roles"),
          roles.length > 0 ? roles.map((role) => t(`admin-staff:roles.${role}.name`)).join(", ") : t("none"),
        ],
      ]}
    >
      {staffPath && (
        <p className="mt-3 text-meta">
          <Link to={staffPath} className="link">
            {t("groups.manage")}
          </Link>
        </p>
      )}
    </FactList>
  )
}

/** Their profile as a host, with the page that reviews it. */
export function ProfileFacts({ profile, reviewPath }: { profile: Member["profile"]; reviewPath: string | null }) {
  const { t } = useTranslation("admin-users")
  if (!profile) return <FactList id="profile" title={t("profile.title")} facts={[[t("profile.state"), t("none")]]} />
  const { slug, state } = profile
  const address =
    state === "published" ? (
      <Link to={`/escorts/${slug}`} className="link">
        {slug}
      </Link>
    ) : (
      slug
    )
  return (
    <FactList
      id="profile"
      title={t("profile.title")}
      facts={[
        [t("profile.state"), <ProfileStateBadge key="state" state={state} />],
        [t("profile.address"), address],
      ]}
    >
      {reviewPath && (
        <p className="mt-3 text-meta">
          <Link to={reviewPath} className="link">
            {t("profile.review")}
          </Link>
        </p>
      )}
    </FactList>
  )
}

/** The cases about them, their profile and what belongs to it. */
export function CaseFacts({ member: { id, cases } }: { member: Member }) {
  const { t } = useTranslation("admin-cases")
  if (!cases) return null
  return (
    <FactList id="cases" title={t("title")} facts={[]}>
      <SubjectCases cases={cases} kind="member" id={id} />
    </FactList>
  )
}

/** How often they wrote to staff. */
export function RequestFacts({ member, links }: { member: Member; links: MemberLinks }) {
  const { t } = useTranslation("admin-users")
  const locale = useLocale()
  const { tickets } = member
  const [all, open] = [formatNumber(tickets.all, locale), formatNumber(tickets.open, locale)]
  const written = tickets.all === 0 ? all : t("requests.tickets_count", { all, open })
  return (
    <FactList
      id="requests"
      title={t("requests.title")}
      facts={[
        [
          t("requests.tickets"),
          <PermittedLink key="tickets" to={links.tickets}>
            {written}
          </PermittedLink>,
        ],
      ]}
    />
  )
}
