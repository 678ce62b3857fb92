import { read } from "~/db/client.server"
import { readerOf } from "../../chat/hiding/reader.server"
import type { Ctx } from "../../core/context"
import { wordsQuery } from "../../core/shared/words-query"
import type { Suggestions } from "./schema"
import { foldedWords, suggestNames } from "./suggested-names"
import { selectCatalogNames, selectPeople } from "./suggestion-queries.server"

const maxPeople = 5
const maxNames = 6

/**
 * Returns the people and the values of filters whose names begin with the typed words: one round trip. A single letter looks for no
 * people; beside longer words it narrows them.
 */
export async function findSuggestions(
  ctx: Pick<Ctx, "actor" | "db" | "hidingCountry" | "locale" | "secrets">,
  typed: string,
): Promise<Suggestions> {
  const { db, locale } = ctx
  const words = foldedWords(typed)
  if (words.length === 0) return { people: [], names: [] }
  const reader = await readerOf(ctx)
  const asked = longWordsQuery(typed)
  const letters = words.filter((word) => word.length === 1)
  const [names, ...[people = []]] = await read(
    db,
    selectCatalogNames(reader.country),
    ...(asked === null ? [] : [selectPeople(reader, locale, asked, letters.length === 0 ? maxPeople : undefined)]),
  )
  return {
    people: people
      .filter(({ name }) => letters.every((letter) => foldedWords(name).some((word) => word.startsWith(letter))))
      .slice(0, maxPeople)
      .map(({ slug, name, city, cover_media_id, cover_color }) => ({
        slug,
        name,
        city,
        cover: cover_media_id === null ? null : { id: cover_media_id, color: cover_color ?? "#a8a29e" },
      })),
    names: suggestNames(typed, names, locale, maxNames),
  }
}

/** Returns the full-text query of the words of two letters or more; null without any. */
function longWordsQuery(typed: string): string | null {
  const long = typed.match(/[\p{L}\p{M}\p{N}]{2,}/gu)
  return long && wordsQuery(long.join(" "))
}
