import type { HomePage, ProfileCard } from "~/domain/profiles/schema"
import { formatNumber } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { AppLink } from "~/ui/navigation/app-link"
import { SearchForm } from "../listing/search-form"
import { CoverPicture, type CoverPictureProps } from "../profiles/cards/cover-picture"

type HomeHeroProps = Pick<HomePage, "featured" | "total" | "categories" | "cities">

/** Introduction of the site, the search, and three portraits. */
export function HomeHero({ featured, total, categories, cities }: HomeHeroProps) {
  const { t } = useTranslation("home")
  const locale = useLocale()
  const counted = (key: "hero.profiles" | "hero.cities", count: number) =>
    t(key, { count, number: formatNumber(count, locale) })
  return (
    <div className="page-container grid gap-10 lg:grid-cols-[1fr_35rem] lg:gap-8 xl:grid-cols-[1fr_37rem]">
      <div className="flex flex-col">
        <h1 className="text-hero">{t("hero.title")}</h1>
        <p className="mt-6 max-w-[32rem] text-lead text-ink2 md:mt-7">{t("hero.lead")}</p>
        <div className="mt-8 lg:mt-auto lg:pt-10">
          <SearchForm categories={categories} cities={cities} />
          <p className="mt-4 text-ui text-mute">
            {t("hero.summary", {
              profiles: counted("hero.profiles", total),
              cities: counted("hero.cities", cities.length),
            })}
          </p>
        </div>
      </div>
      <Portraits featured={featured} />
    </div>
  )
}

/** A large portrait and two small ones, aligned at the bottom. */
function Portraits({ featured: [large, ...small] }: Pick<HomePage, "featured">) {
  const { t } = useTranslation("home")
  if (!large) return null
  return (
    <ul
      aria-label={t("hero.portraits")}
      className="grid grid-cols-2 gap-x-4 gap-y-6 md:grid-cols-[384fr_176fr] md:gap-x-8 md:gap-y-4"
    >
      <Portrait
        profile={large}
        sizes="(width >= 1024px) 384px, (width >= 768px) 62vw, 92vw"
        eager="first"
        className="max-md:col-span-2 md:row-span-2"
        pictureClassName="aspect-[4/5] rounded-panel md:aspect-auto md:grow"
      />
      {small.map((profile) => (
        <Portrait
          key={profile.id}
          profile={profile}
          sizes="(width >= 1024px) 190px, (width >= 768px) 29vw, 46vw"
          eager
          pictureClassName="aspect-[4/5] rounded-card"
        />
      ))}
    </ul>
  )
}

type PortraitProps = Pick<CoverPictureProps, "sizes" | "eager"> & {
  profile: ProfileCard
  className?: string
  pictureClassName: string
}

function Portrait({ profile, className, pictureClassName, ...rest }: PortraitProps) {
  return (
    <li className={classNames("group relative flex flex-col", className)}>
      <CoverPicture
        {...rest}
        cover={profile.cover}
        className={classNames(
          "outline-offset-2 outline-ink in-[.group:has(:focus-visible)]:outline-2",
          pictureClassName,
        )}
      />
      <p className="mt-2.5 flex flex-col text-meta text-mute">
        <AppLink
          to={`/escorts/${profile.slug}`}
          className="font-medium text-ink outline-none after:absolute after:inset-0"
        >
          {profile.name}
        </AppLink>
        {profile.city}
      </p>
    </li>
  )
}
