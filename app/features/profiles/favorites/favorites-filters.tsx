import type { Favorites } from "~/domain/profiles/favorites/schema"
import { useTranslation } from "~/i18n/use-translation"
import { ChipLink } from "~/ui/chip"
import { favoritesPath } from "./favorites-path"

/** The occasions and cities of the favourites; pressing the active one removes it. */
export function FavoritesFilters({ favorites }: { favorites: Omit<Favorites, "profiles"> }) {
  const { t } = useTranslation("favorites")
  const { city, category, cities, categories } = favorites
  return (
    <nav
      aria-label={t("filters")}
      className="-mx-4 mt-5.5 flex gap-2 overflow-x-auto px-4 py-1.5 md:mx-0 md:flex-wrap md:px-0"
    >
      <ChipLink to={favoritesPath()} isActive={!city && !category}>
        {t("all")}
      </ChipLink>
      {categories.map(({ slug, name }) => (
        <ChipLink
          key={slug}
          to={favoritesPath({ city, category: slug === category ? null : slug })}
          isActive={slug === category}
        >
          {name}
        </ChipLink>
      ))}
      {cities.map(({ slug, name }) => (
        <ChipLink
          key={slug}
          to={favoritesPath({ category, city: slug === city ? null : slug })}
          isActive={slug === city}
        >
          {name}
        </ChipLink>
      ))}
    </nav>
  )
}
