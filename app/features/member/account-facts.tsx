import { Crown, Mail, MessageCircle, UserRound } from "lucide-react"
import type { ReactNode } from "react"
import type { OwnProfile as Profile } from "~/domain/accounts/schema"
import { formatNumber } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { AppLink } from "~/ui/app-link"
import { Badge, type BadgeTone } from "~/ui/badge"

export interface Account {
  email: string
  isPremium: boolean
  isStaff: boolean
  profile: Pick<Profile, "slug" | "state"> | null
  unread: number
}

/** What the house knows of a member, one fact a row. */
export function AccountFacts({ account: { email, isPremium, isStaff, profile, unread } }: { account: Account }) {
  const { t } = useTranslation("member")
  const locale = useLocale()
  const source = profile ? "profile" : isStaff ? "staff" : isPremium ? "subscription" : "none"
  return (
    <dl className="mt-10 divide-y divide-line border-y border-line">
      <Fact icon={<Mail />} name={t("email")}>
        <p className="wrap-anywhere">{email}</p>
      </Fact>
      <Fact icon={<Crown />} name={t("plan.title")}>
        <p>
          <Badge tone={isPremium ? "accent" : "neutral"}>{isPremium ? t("plan.premium") : t("plan.standard")}</Badge>
        </p>
        <p className="mt-2 text-ui text-ink2">{t(`plan.why.${source}`)}</p>
      </Fact>
      <Fact icon={<UserRound />} name={t("profile.title")}>
        {profile ? <OwnProfile profile={profile} /> : <p className="text-ink2">{t("profile.none")}</p>}
      </Fact>
      <Fact icon={<MessageCircle />} name={t("messages.title")}>
        <p className={unread > 0 ? "font-medium" : "text-ink2"}>
          {unread > 0
            ? t("messages.unread", { count: unread, number: formatNumber(unread, locale) })
            : t("messages.none")}
        </p>
      </Fact>
    </dl>
  )
}

const tones: Partial<Record<Profile["state"], BadgeTone>> = {
  published: "ok",
  approved: "ok",
  submitted: "warn",
  in_review: "warn",
  changes_requested: "warn",
  rejected: "bad",
  suspended: "bad",
}

/** Its state, and the way to it while the public can see it too. */
function OwnProfile({ profile: { slug, state } }: { profile: NonNullable<Account["profile"]> }) {
  const { t } = useTranslation("member")
  return (
    <>
      <p>
        <Badge tone={tones[state] ?? "neutral"}>{t(`states.${state}`)}</Badge>
      </p>
      <p className="mt-2 text-ui">
        {state === "published" ? (
          <AppLink to={`/escorts/${slug}`} className="link">
            {t("profile.view")}
          </AppLink>
        ) : (
          <span className="text-ink2">{t("profile.hidden")}</span>
        )}
      </p>
    </>
  )
}

function Fact({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <div className="grid gap-2 py-5 md:grid-cols-[16rem_1fr] md:gap-8">
      <dt className="flex items-center gap-3 self-start text-body font-medium [&_.lucide]:size-4.5 [&_.lucide]:text-ink2">
        {icon}
        {name}
      </dt>
      <dd className="min-w-0 text-body">{children}</dd>
    </div>
  )
}
