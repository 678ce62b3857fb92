import { useNavigate } from "@remix-run/react"
import Search from "lucide-react/icons/search"
import { type FormEvent, useId, useState } from "react"
import { importRetried } from "~/browser/loading/retried-import"
import type { Facet } from "~/domain/profiles/catalog/schema"
import type { HomePage, ListingAddress } from "~/domain/profiles/schema"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { Button } from "~/ui/button"
import { listingPath } from "./listing-path"
import { SearchField } from "./search-box"

/**
 * Words, city and occasion in one box. A plain form that requests the listing; with script its address has no empty
 * parameters, and what is suggested keeps the choices.
 */
export function SearchForm({ categories, cities }: Pick<HomePage, "categories" | "cities">) {
  const { t } = useTranslation("home")
  const navigate = useNavigate()
  const [choices, setChoices] = useState<ListingAddress>({})

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { q, city, category } = readForm(event.currentTarget)
    const path = listingPath({ q, city, category })
    const label = [q, nameOf(cities, city), nameOf(categories, category)].filter(Boolean).join(", ")
    void importRetried(() => import("./search/device-memory")).then(({ lastSearches }) =>
      lastSearches.add({ label, path }),
    )
    navigate(path)
  }

  return (
    <search aria-label={t("hero.search")} className="block">
      <form
        action="/escorts"
        onSubmit={search}
        onChange={({ currentTarget }) => setChoices({ ...readForm(currentTarget), q: undefined })}
        className="grid rounded-panel border border-ctl bg-surface max-sm:divide-y max-sm:divide-line sm:grid-cols-[1fr_1.3fr_auto]"
      >
        <div className="sm:col-span-3 sm:border-b sm:border-line">
          <SearchField
            label={t("hero.words")}
            address={choices}
            placeholder={t("hero.words_hint")}
            labelClassName={labelLook}
            className={classNames(controlLook, "rounded-panel placeholder:text-mute")}
          />
        </div>
        <Choice name="city" label={t("hero.city")} any={t("hero.any_city")} choices={cities} />
        <Choice name="category" label={t("hero.category")} any={t("hero.any_category")} choices={categories} />
        <div className="flex items-center p-2">
          <Button type="submit" variant="primary" size="large" icon={<Search />} className="max-sm:w-full">
            {t("hero.search")}
          </Button>
        </div>
      </form>
    </search>
  )
}

/** Returns what was typed and chosen. */
function readForm(form: HTMLFormElement): Record<"q" | "city" | "category", string | undefined> {
  const fields = new FormData(form)
  const read = (name: string) => String(fields.get(name) ?? "").trim() || undefined
  return { q: read("q"), city: read("city"), category: read("category") }
}

const nameOf = (choices: readonly Facet[], slug: string | undefined) =>
  choices.find((choice) => choice.slug === slug)?.name

const labelLook = "pointer-events-none absolute top-2.5 left-4 text-meta text-mute"
const controlLook = "h-16 w-full bg-transparent px-4 pt-6 text-body font-medium outline-offset-[-4px]"

type ChoiceProps = { name: string; label: string; any: string; choices: readonly Facet[] }

/** The label covers the control, so that the whole cell can be pressed. */
function Choice({ name, label, any, choices }: ChoiceProps) {
  const id = useId()
  return (
    <div className="relative min-w-0 sm:border-r sm:border-line">
      <label htmlFor={id} className={labelLook}>
        {label}
      </label>
      <select id={id} name={name} className={classNames(controlLook, "select rounded-panel")}>
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
