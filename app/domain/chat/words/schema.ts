import * as z from "zod"
import { lineText, multilineDraft } from "../../core/shared/text"
import { maxHiddenWord, maxHiddenWords } from "./hidden-words"

export const HiddenWords = z.object({ words: z.array(lineText(maxHiddenWord)).max(maxHiddenWords) })
export type HiddenWords = z.infer<typeof HiddenWords>

const Word = lineText(maxHiddenWord)

/** The form's version: a field with a word on each line. */
export const HiddenWordsForm = z.object({
  words: multilineDraft((maxHiddenWord + 1) * maxHiddenWords).transform((text, { issues }) => {
    const words = text.split("\n").filter((line) => line.trim() !== "")
    const isWithin = words.length <= maxHiddenWords && words.every((word) => Word.safeParse(word).success)
    if (!isWithin) issues.push({ code: "too_big", origin: "string", maximum: maxHiddenWord, input: text })
    return words.map((word) => Word.safeParse(word).data ?? word)
  }),
})
