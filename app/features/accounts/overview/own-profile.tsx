import type { Overview } from "~/domain/accounts/overview/schema"
import { renewalWindow } from "~/domain/verification/identity/policy"
import { CoverPicture } from "~/features/profiles/cards/cover-picture"
import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { ButtonLink } from "~/ui/button"
import { ProfileStateBadge } from "./profile-state"

interface OwnProfileProps {
  profile: NonNullable<Overview["profile"]>
  /** Epoch ms of the response. */
  now: number
}

/** An owner's profile: its state, how much it lacks, and the link to it while it is public. */
export function OwnProfile({
  profile: { name, slug, state, cover, missing, identity_due_at: dueAt },
  now,
}: OwnProfileProps) {
  const { t } = useTranslation("member")
  const locale = useLocale()
  const isDueSoon = dueAt !== null && dueAt - now <= renewalWindow
  return (
    <section aria-labelledby="own-profile" className="mt-12 flex gap-5 sm:gap-8">
      {cover && (
        <CoverPicture
          cover={cover}
          sizes="(min-width: 40rem) 160px, 96px"
          className="aspect-[4/5] w-24 shrink-0 self-start rounded-card sm:w-40"
        />
      )}
      <div className="min-w-0">
        <p className="text-ui text-mute">{t("profile.title")}</p>
        <h2 id="own-profile" className="mt-1 text-subsection">
          {name}
        </h2>
        <p className="mt-3">
          <ProfileStateBadge state={state} />
        </p>
        {missing > 0 && <p className="mt-4 text-ui text-ink2">{t("profile.missing", { count: missing })}</p>}
        {state !== "published" && <p className="mt-4 text-ui text-ink2">{t("profile.hidden")}</p>}
        {dueAt !== null && (
          <p className="mt-4 text-ui text-ink2">
            {t(isDueSoon ? "profile.due_soon" : "profile.due", { date: formatDate(dueAt, locale, "date") })}
          </p>
        )}
        <div className="mt-5 flex flex-wrap gap-3">
          {isDueSoon && <ButtonLink to="/profile/escort/identity">{t("profile.confirm")}</ButtonLink>}
          <ButtonLink to="/profile/escort">{t("profile.edit")}</ButtonLink>
          {state === "published" && <ButtonLink to={`/escorts/${slug}`}>{t("profile.view")}</ButtonLink>}
        </div>
      </div>
    </section>
  )
}
