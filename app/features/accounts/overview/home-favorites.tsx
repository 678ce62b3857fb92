import { CoverPicture } from "~/features/profiles/cards/cover-picture"
import { SectionHead } from "~/features/profiles/cards/section-head"
import type { ShownCard } from "~/features/profiles/cards/shown-card"
import { useTranslation } from "~/i18n/use-translation"
import { AppLink } from "~/ui/navigation/app-link"

/** The favourites added last, as a strip of portraits. */
export function HomeFavorites({ profiles }: { profiles: ShownCard[] }) {
  const { t } = useTranslation("member")
  return (
    <section aria-labelledby="favorites">
      <SectionHead
        id="favorites"
        size="medium"
        title={t("favorites.title")}
        link={{ to: "/profile/favorites", label: t("favorites.all") }}
      />
      <ul className="grid grid-cols-3 gap-x-3 gap-y-5 sm:grid-cols-5 md:gap-x-6">
        {profiles.map(({ id, slug, name, city, cover }) => (
          <li key={id} className="group relative min-w-0">
            <CoverPicture
              cover={cover}
              sizes="(width >= 1424px) 240px, (width >= 640px) 18vw, 30vw"
              className="aspect-[4/5] rounded-card"
            />
            <p className="mt-2 flex flex-col text-meta text-mute">
              <AppLink
                to={`/escorts/${slug}`}
                className="truncate text-ui font-medium text-ink after:absolute after:inset-0"
              >
                {name}
              </AppLink>
              <span className="truncate">{city}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
