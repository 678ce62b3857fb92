import * as z from "zod"

const text = z.string().min(1)

/** A text in both languages. French may hold `[man|woman]` where it agrees with the person who speaks. */
export const Pair = z.strictObject({ en: text, fr: text })
export type Pair = z.infer<typeof Pair>

const pairs = z.array(Pair).min(1)

/** Texts of the profiles of one category. */
export const CategoryTexts = z.strictObject({
  roles: pairs,
  /** A former trade, as the headline names it, and sentences that open the text of somebody who had it. */
  backgrounds: z.array(z.strictObject({ trade: Pair, openers: pairs })).min(1),
  habits: pairs,
  ways: pairs,
  quotes: pairs,
})
export type CategoryTexts = z.infer<typeof CategoryTexts>

/** Sentences of a host about a city, by the city's slug. */
export const CityTexts = z.record(z.string(), pairs)

export const PracticalTexts = z.strictObject({
  /** Closing sentences that suit every category: arrangements, languages, limits. */
  closings: pairs,
  /** Instead of one of those, where there are private pictures. */
  privatePictures: Pair,
  /** Notes beside a service; each suits every service. */
  notes: pairs,
})

/** Checks the data of a JSON file of the seed; the error names the file and the place in it. */
export function readData<T>(file: string, schema: z.ZodType<T>, data: unknown): T {
  const result = schema.safeParse(data)
  if (result.success) return result.data
  throw new Error(`scripts/seed/${file} is not as the seed expects it:\n${z.prettifyError(result.error)}`)
}
