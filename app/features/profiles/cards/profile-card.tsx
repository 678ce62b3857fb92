import Lock from "lucide-react/icons/lock"
import type { ProfileCard as Card, Cover } from "~/domain/profiles/schema"
import { formatLanguage, formatList, formatPrice, languageBadge } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { useRootData } from "~/remix/root-data"
import { Badge } from "~/ui/badge"
import { AppLink } from "~/ui/navigation/app-link"
import { Picture, type PictureProps } from "~/ui/picture"
import { Price } from "~/ui/price"
import { HeartButton } from "../favorites/heart-button"
import { VerifiedTick } from "./verified-tick"

export type ProfileCardProps = {
  profile: Card
  /** How wide the portrait is drawn. */
  sizes: string
  eager?: PictureProps["eager"]
  /** Hides the mark of a new profile: in a list of the newest, all are. */
  isNewSilent?: boolean
}

/** A portrait and four facts. The whole card is the link, and the profile's name is its label. */
export function ProfileCard({ profile, sizes, eager, isNewSilent }: ProfileCardProps) {
  const { t } = useTranslation("listing")
  const locale = useLocale()
  const showsPrices = useRootData()?.app.showsPrices ?? true
  const { name, languages } = profile
  const spoken = formatList(
    languages.map((code) => formatLanguage(code, locale)),
    locale,
  )
  return (
    <article className="group relative">
      <CoverPicture
        cover={profile.cover}
        sizes={sizes}
        eager={eager}
        className="aspect-[4/5] rounded-card outline-offset-2 outline-ink group-has-focus-visible:outline-2"
      />
      <CardBadge profile={profile} isNewSilent={isNewSilent} />
      {/* The name has its own line, so that it never breaks and the texts of a row align. */}
      <div className="mt-3 flex flex-col md:flex-row md:flex-wrap md:items-baseline md:justify-between md:gap-x-3">
        <h3 className="text-card-name md:w-full">
          <AppLink to={`/escorts/${profile.slug}`} className="outline-none after:absolute after:inset-0">
            {name}
          </AppLink>
        </h3>
        {showsPrices && (
          <Price
            amount={formatPrice(profile.hourly_rate, locale)}
            unit={t("card.per_hour")}
            className="order-last mt-1"
          />
        )}
        <p className="mt-0.5 flex gap-1.5 text-ui text-ink2 md:w-full">
          {profile.is_verified && <VerifiedTick />}
          <span className="min-w-0">
            {profile.category}, {profile.city}
          </span>
        </p>
        <p className="mt-1 text-meta text-mute max-md:not-has-data-available:hidden">
          {profile.is_available && (
            <span data-available className="mr-2 inline-flex items-center gap-1.5 text-ink2">
              <span aria-hidden className="size-2 rounded-full bg-ok" />
              {t("card.available")}
            </span>
          )}
          <span aria-hidden className="max-md:hidden">
            {languages.map(languageBadge).join(", ")}
          </span>
          <span className="sr-only">{t("card.speaks", { languages: spoken })}</span>
        </p>
      </div>
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
        <Badge tone="photo-dark" icon={<Lock aria-hidden />}>
          <span aria-hidden>{count}</span>
          <span className="sr-only">{t("card.private", { count })}</span>
        </Badge>
      )}
    </div>
  )
}

/** The portrait widths that every profile has. */
const coverWidths = [320, 640]

export type CoverPictureProps = Pick<PictureProps, "sizes" | "eager" | "className"> & { cover: Cover | null }

/** The portrait of a card, which zooms under the pointer. A profile without one gets an empty box of the same size. */
export function CoverPicture({ cover, className, ...rest }: CoverPictureProps) {
  if (!cover) return <span className={classNames("block bg-sunk", className)} />
  return (
    <Picture
      {...rest}
      id={cover.id}
      alt=""
      width={640}
      height={800}
      widths={coverWidths}
      color={cover.color}
      className={className}
      imgClassName="transition-[scale] duration-400 group-hover:scale-102"
    />
  )
}
