import ArrowRight from "lucide-react/icons/arrow-right"
import type { CategoryFacet } from "~/domain/profiles/catalog/schema"
import { useTranslation } from "~/i18n/use-translation"
import { NamedIcon } from "~/ui/named-icon"
import { AppLink } from "~/ui/navigation/app-link"
import { listingPath } from "../listing/listing-path"
import { ProfileCount } from "../profiles/cards/profile-count"
import { Scene } from "../profiles/public/scene"

/** The occasions as a table of contents, beside a picture of a laid table. */
export function HomeCategories({ categories }: { categories: CategoryFacet[] }) {
  const { t } = useTranslation("home")
  return (
    <section
      id="categories"
      aria-labelledby="categories-title"
      className="page-container grid gap-8 lg:grid-cols-[1fr_40%]"
    >
      <div>
        <h2 id="categories-title" className="mb-6 text-section-large">
          {t("categories.title")}
        </h2>
        <ul className="divide-y divide-line border-y border-line">
          {categories.map(({ slug, icon, name, description, profiles }) => (
            <li key={slug}>
              <AppLink to={listingPath({ category: slug })} className="group flex items-start gap-4 rounded-small py-5">
                <NamedIcon name={icon} className="mt-1.5 size-5 shrink-0 md:mt-2.5" />
                <span className="min-w-0 grow">
                  <span className="block text-subsection md:text-[1.75rem]">{name}</span>
                  <span className="mt-1 block max-w-[28rem] text-ui text-ink2">{description}</span>
                </span>
                <ProfileCount count={profiles} className="mt-2 text-ui" />
                <ArrowRight
                  aria-hidden
                  className="mt-2 size-5 transition-[translate] duration-[180ms] group-hover:translate-x-1"
                />
              </AppLink>
            </li>
          ))}
        </ul>
      </div>
      <Scene
        name="table"
        sizes="(width >= 1024px) 40vw, 1px"
        className="relative h-full rounded-panel max-lg:hidden *:absolute *:inset-0"
      />
    </section>
  )
}
