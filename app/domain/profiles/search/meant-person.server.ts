import { read } from "~/db/client.server"
import { readerOf } from "../../chat/hiding/reader.server"
import type { Ctx } from "../../core/context"
import { wordsQuery } from "../../core/shared/words-query"
import { isNearWord } from "./correct-search"
import { foldedWords } from "./suggested-names"
import { selectPeople } from "./suggestion-queries.server"

/** How many letters of each word are taken to be right. */
const rightLetters = 3

/**
 * Returns the listed person whose name the typed words nearly say, the latest of several: each word is one of the name's, but for a letter
 * or two after the third. Null without one. One round trip.
 */
export async function findMeantPerson(
  ctx: Pick<Ctx, "actor" | "db" | "hidingCountry" | "locale" | "secrets">,
  typed: string,
): Promise<{ slug: string; name: string } | null> {
  const words = foldedWords(typed).filter((word) => word.length > 1)
  const beginnings = words.map((word) => [...word].slice(0, rightLetters).join(""))
  const asked = wordsQuery(beginnings.join(" "))
  if (asked === null) return null
  const [people] = await read(ctx.db, selectPeople(await readerOf(ctx), ctx.locale, asked))
  const found = people.find(({ name }) => {
    const own = foldedWords(name)
    return words.every((word) => own.some((one) => isNearWord(word, one)))
  })
  return found ? { slug: found.slug, name: found.name } : null
}
