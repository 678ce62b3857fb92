import type { ListingAddress } from "~/domain/profiles/schema"
import type { SuggestedPerson, Suggestions } from "~/domain/profiles/search/schema"
import type { SuggestedFilter } from "~/domain/profiles/search/suggested-names"
import { withValue } from "../listing-filters"
import { listingPath } from "../listing-path"
import type { LastSearch } from "./device-memory"

/** A row of the list of suggestions: it opens a page. */
export interface Option extends LastSearch {
  person?: SuggestedPerson
  filter?: SuggestedFilter
}

export interface OptionGroup {
  name: "people" | "names" | "last" | "viewed"
  options: Option[]
}

/** Groups suggestions in the order in which they are shown. A filter is added to those of the list that is searched (`address`). */
export function groupSuggestions({ people, names }: Suggestions, address: ListingAddress): OptionGroup[] {
  const groups: OptionGroup[] = [
    {
      name: "people",
      options: people.map((person) => ({ label: person.name, path: `/escorts/${person.slug}`, person })),
    },
    {
      name: "names",
      options: names.map(({ filter, value, name }) => {
        const { q: _, ...others } = address
        return { label: name, path: withValue(others, { filter, value }), filter }
      }),
    },
  ]
  return groups.filter(({ options }) => options.length > 0)
}

/** Returns the search that a form of the list sends; null without words. */
export function searchOf(form: FormData): LastSearch | null {
  const fields = Object.fromEntries(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  )
  const label = fields.q?.trim() ?? ""
  return label === "" ? null : { label, path: listingPath({ ...fields, q: label } as ListingAddress) }
}
