import { useTranslation } from "~/i18n/use-translation"
import { Badge } from "~/ui/badge"
import { AppLink } from "~/ui/navigation/app-link"
import type { PictureProps } from "~/ui/picture"
import { Price } from "~/ui/price"
import { SpriteIcon } from "~/ui/sprite-icon"
import { HeartButton } from "../favorites/heart-button"
import { CoverPicture } from "./cover-picture"
import type { ShownCard } from "./shown-card"
import { VerifiedTick } from "./verified-tick"

export type ProfileCardProps = {
  profile: ShownCard
  /** How wide the portrait is drawn. */
  sizes: string
  eager?: PictureProps["eager"]
  /** Hides the mark of a new profile: in a list of the newest, all are. */
  isNewSilent?: boolean
}

/** A portrait and three lines, whatever the profile. The whole card is the link, and the profile's name is its label. */
export function ProfileCard({ profile, sizes, eager, isNewSilent }: ProfileCardProps) {
  const { t } = useTranslation("listing")
  const { name } = profile
  return (
    <article className="group card">
      <div className="relative">
        <CoverPicture cover={profile.cover} sizes={sizes} eager={eager} />
        <CardBadge profile={profile} isNewSilent={isNewSilent} />
        {profile.is_available && <AvailableBadge />}
      </div>
      <div className="mt-3 flex items-center gap-1.5">
        <h3 className="text-card-name truncate">
          <AppLink to={`/escorts/${profile.slug}`} className="card-link">
            {name}
          </AppLink>
        </h3>
        {profile.is_verified && <VerifiedTick />}
      </div>
      {/* Where there is no room for both, the city stays. */}
      <p className="card-place">
        <span className="truncate">{profile.category}</span>
        <span className="max-w-full shrink-0 truncate">, {profile.city}</span>
      </p>
      <p className="card-facts">
        {profile.price !== null && <Price amount={profile.price} unit={t("card.per_hour")} />}
        <span aria-hidden className="ml-auto truncate text-meta text-mute">
          {profile.languages}
        </span>
        <span className="sr-only">{t("card.speaks", { languages: profile.spoken })}</span>
      </p>
      <HeartButton profile={profile} className="absolute top-2 right-2 z-10" />
    </article>
  )
}

function CardBadge({ profile, isNewSilent }: Pick<ProfileCardProps, "profile" | "isNewSilent">) {
  const { t } = useTranslation("listing")
  const { private_photo_count: count } = profile
  const isNew = profile.is_new && !isNewSilent
  if (!isNew && count === 0) return null
  return (
    <div className="pointer-events-none absolute top-2.5 left-2.5 flex">
      {isNew ? (
        <Badge tone="photo">{t("card.new")}</Badge>
      ) : (
        <Badge tone="photo-dark" icon={<SpriteIcon name="lock" />}>
          <span aria-hidden>{count}</span>
          <span className="sr-only">{t("card.private", { count })}</span>
        </Badge>
      )}
    </div>
  )
}

function AvailableBadge() {
  const { t } = useTranslation("listing")
  return (
    <Badge tone="photo" className="pointer-events-none absolute bottom-2.5 left-2.5">
      <span aria-hidden className="size-2 rounded-full bg-ok" />
      {t("card.available")}
    </Badge>
  )
}
