import { type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { FavoritesQuery, HeartForm } from "~/domain/profiles/favorites/schema"
import { addFavorite, findFavorites, removeFavorite } from "~/domain/profiles/favorites/service.server"
import { findNewestPortraits } from "~/domain/profiles/member-home/member-home.server"
import { SavedTabs } from "~/features/listing/saved/saved-tabs"
import { CardGrid } from "~/features/profiles/cards/card-grid"
import { toShownCards } from "~/features/profiles/cards/shown-card.server"
import { FavoritesEmpty } from "~/features/profiles/favorites/favorites-empty"
import { FavoritesFilters } from "~/features/profiles/favorites/favorites-filters"
import { favoritesPath } from "~/features/profiles/favorites/favorites-path"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { AppError } from "~/lib/errors"
import { safeRedirectPath } from "~/lib/paths"
import { submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { ButtonLink } from "~/ui/button"

export const handle = { i18n: ["favorites", "searches", "listing"] }

export const loader = withContext(async ({ ctx, request }) => {
  const parameters = Object.fromEntries([...new URL(request.url).searchParams].filter(([, value]) => value !== ""))
  const query = FavoritesQuery.safeParse(parameters)
  if (!query.success) throw new AppError("filter.unknown")
  const favorites = await findFavorites(ctx, query.data)
  const profiles = toShownCards(favorites.profiles, ctx)
  const portraits = favorites.total === 0 ? await findNewestPortraits(ctx) : []
  return { favorites: { ...favorites, profiles }, portraits, title: translator(ctx.locale, "favorites")("title") }
})

/** The heart of any page posts here. Without script its form holds the page to return to. */
export const action = withContext(async (args) =>
  submitForm(args, HeartForm, async ({ profile, keep, back }) => {
    if (keep === "1") await addFavorite(args.ctx, profile)
    else await removeFavorite(args.ctx, profile)
    const path = back === undefined ? null : safeRedirectPath(back)
    if (path) throw redirect(path, 303)
    return null
  }),
)

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function FavoritesPage() {
  const { t } = useTranslation("favorites")
  const { t: listing } = useTranslation("listing")
  const { favorites, portraits, title } = useLoaderData<typeof loader>()
  const { profiles, total, next_cursor: cursor, city, category } = favorites
  return (
    <div className="page-container pt-8 md:pt-12">
      <SavedTabs current="favorites" />
      <h1 className="mt-8 text-page-title">{title}</h1>
      <p className="mt-2 text-body text-ink2">{t("lead")}</p>
      {total > 0 && <FavoritesFilters favorites={favorites} />}
      {profiles.length > 0 ? (
        <section aria-labelledby="results">
          <h2 id="results" className="sr-only">
            {listing("results")}
          </h2>
          <CardGrid profiles={profiles} eagerCount={4} className="mt-8" />
        </section>
      ) : (
        <FavoritesEmpty hasSome={total > 0} portraits={portraits} />
      )}
      {cursor && (
        <p className="mt-12 flex justify-center">
          <ButtonLink to={favoritesPath({ city, category, cursor })} size="large">
            {t("next")}
          </ButtonLink>
        </p>
      )}
    </div>
  )
}
