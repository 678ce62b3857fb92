import { useNavigate } from "@remix-run/react"
import Search from "lucide-react/icons/search"
import { type FormEvent, useId } from "react"
import { importRetried } from "~/browser/retried-import"
import type { Facet } from "~/domain/profiles/catalog/schema"
import type { HomePage } from "~/domain/profiles/schema"
import { useTranslation } from "~/i18n/use-translation"
import { Button } from "~/ui/button"
import { listingPath } from "./listing-path"

/**
 * City and occasion in one box. A plain form that requests the listing; with script its address has no empty
 * parameters.
 */
export function SearchForm({ categories, cities }: Pick<HomePage, "categories" | "cities">) {
  const { t } = useTranslation("home")
  const navigate = useNavigate()

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [city, category] = [String(form.get("city")), String(form.get("category"))]
    const path = listingPath({ city, category })
    const label = [nameOf(cities, city), nameOf(categories, category)].filter(Boolean).join(", ")
    void importRetried(() => import("./search/device-memory")).then(({ lastSearches }) =>
      lastSearches.add({ label, path }),
    )
    navigate(path)
  }

  return (
    <form
      action="/escorts"
      onSubmit={search}
      className="grid rounded-panel border border-ctl bg-surface max-sm:divide-y max-sm:divide-line sm:grid-cols-[1fr_1.3fr_auto]"
    >
      <Choice name="city" label={t("hero.city")} any={t("hero.any_city")} choices={cities} />
      <Choice name="category" label={t("hero.category")} any={t("hero.any_category")} choices={categories} />
      <div className="flex items-center p-2">
        <Button type="submit" variant="primary" size="large" icon={<Search />} className="max-sm:w-full">
          {t("hero.search")}
        </Button>
      </div>
    </form>
  )
}

const nameOf = (choices: readonly Facet[], slug: string) => choices.find((choice) => choice.slug === slug)?.name

type ChoiceProps = { name: string; label: string; any: string; choices: readonly Facet[] }

/** The label covers the control, so that the whole cell can be pressed. */
function Choice({ name, label, any, choices }: ChoiceProps) {
  const id = useId()
  return (
    <div className="relative min-w-0 sm:border-r sm:border-line">
      <label htmlFor={id} className="pointer-events-none absolute top-2.5 left-4 text-meta text-mute">
        {label}
      </label>
      <select
        id={id}
        name={name}
        className="select h-16 w-full rounded-panel bg-transparent px-4 pt-6 text-body font-medium outline-offset-[-4px]"
      >
        <option value="">{any}</option>
        {choices.map((choice) => (
          <option key={choice.slug} value={choice.slug}>
            {choice.name}
          </option>
        ))}
      </select>
    </div>
  )
}
