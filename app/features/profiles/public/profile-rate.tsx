import Flag from "lucide-react/icons/flag"
import ShieldCheck from "lucide-react/icons/shield-check"
import type { ProfileHead } from "~/domain/profiles/schema"
import { reportPath } from "~/features/shell/footer"
import { formatDate, formatDuration, formatPrice } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { useRootData } from "~/remix/root-data"
import { OnlineDot } from "~/ui/badge"
import { ButtonLink } from "~/ui/button"
import { AppLink } from "~/ui/navigation/app-link"
import { Price } from "~/ui/price"
import { HeartButton } from "../favorites/heart-button"
import { firstName, WriteLink } from "./profile-actions"
import { ShareButton } from "./share-button"

export const identityNoteId = "identity"

/** The column beside a section, which stays in view; below 1024 px it comes after the section. */
export const asideClass =
  "lg:sticky lg:top-[calc(var(--impersonation-bar)+var(--header-height)+2rem)] lg:col-start-2 lg:row-start-1"

/** The price of an hour and what the tick means; it stays in view beside the text. */
export function ProfileRate({ profile }: { profile: ProfileHead }) {
  const { t } = useTranslation("profile")
  const locale = useLocale()
  const root = useRootData()
  const app = root?.app.name
  const isOwn = root?.user?.publicSlug === profile.slug
  const name = firstName(profile)
  return (
    <aside aria-labelledby="rate" className={asideClass}>
      <h2 id="rate" className="sr-only">
        {t("panel.title")}
      </h2>
      <div className="rounded-panel border border-line bg-surface p-5 sm:p-6">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <Price size="panel" amount={formatPrice(profile.hourly_rate, locale)} unit={t("panel.per_hour")} />
          <span className="text-meta text-mute">
            {t("panel.minimum", { duration: formatDuration(profile.minimum_hours * 60) })}
          </span>
        </p>
        {profile.is_available && <OnlineDot className="mt-2 text-ui text-ink2">{t("panel.available")}</OnlineDot>}
        {/* The head and the bar have the pink button. */}
        <div className={classNames("mt-5 space-y-3", !isOwn && "max-lg:hidden")}>
          {isOwn ? (
            <ButtonLink to="/profile/chat" isWide className="h-11">
              {t("panel.your_messages")}
            </ButtonLink>
          ) : (
            <WriteLink slug={profile.slug} isWide className="h-11">
              {t("panel.write_short")}
            </WriteLink>
          )}
          <HeartButton profile={profile} look="wide" />
        </div>
        <p className="mt-5 border-t border-line pt-4 text-ui text-ink2">{t("panel.direct", { name, app })}</p>
        <div className="mt-4 flex flex-wrap justify-between gap-x-4 border-t border-line pt-3">
          <ShareButton profile={profile} />
        </div>
      </div>
      <p id={identityNoteId} className="mt-4 flex scroll-mt-40 gap-2.5 px-1 text-meta text-mute">
        <ShieldCheck aria-hidden className="mt-0.5 size-4" />
        {profile.verified_at
          ? t("note_confirmed", { name, month: formatDate(profile.verified_at, locale, "month") })
          : t("note_not_confirmed")}
      </p>
      {!isOwn && (
        <AppLink
          to={reportPath(`/escorts/${profile.slug}`)}
          className="touch-target mt-3 flex gap-2.5 px-1 py-1 text-meta text-mute hover:text-ink"
        >
          <Flag aria-hidden className="mt-0.5 size-4" />
          {t("report")}
        </AppLink>
      )}
    </aside>
  )
}
