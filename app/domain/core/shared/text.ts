import * as z from "zod"
import { countCharacters } from "~/lib/characters"

/** Joiners, variation selectors and tags: invisible, and needed by some scripts. */
const joints = String.raw`\u180b-\u180f\u200c\u200d\ufe00-\ufe0f\u{e0020}-\u{e007f}\u{e0100}-\u{e01ef}`

/** Invisible characters that no script needs, line ends and tabs aside. The last are annotations and noncharacters. */
const invisible = new RegExp(
  String.raw`(?![\t-\r\x85${joints}])[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\p{Noncharacter_Code_Point}]`,
  "gu",
)

const cursive = String.raw`\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mandaic}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Adlam}`
const indic = String.raw`\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Myanmar}\p{Script=Khmer}`
const marks = String.raw`(?:(?![${joints}])\p{M})*`
const joined = `(?![${joints}])[${cursive}${indic}]`
/** Signs of the Indic scripts that mute a consonant: a joiner after one shapes it, also at the end of a word. */
const viramas = String.raw`\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca`

/** Invisible characters where a script needs them (Unicode 23.2, UTS 51, UTS 37). */
const needed = [
  // Joiners between letters, as in Persian.
  String.raw`(?<=${joined}${marks})[\u200c\u200d](?=${joined})`,
  String.raw`(?<=[${viramas}]${marks})[\u200c\u200d]`,
  // Emoji: sequences, keycaps, and the flags of England, Scotland and Wales.
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}])(?:\ufe0f?\u200d(?=\p{Extended_Pictographic})|[\ufe0e\ufe0f])`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  String.raw`(?<=\u{1f3f4})[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}`,
  // Variants of ideographs, and of Mongolian letters.
  String.raw`(?<=\p{Script=Han})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=[\u1820-\u18aa])[\u180b-\u180f]`,
].join("|")

const jointsOrNeeded = new RegExp(`(?<needed>${needed})|[${joints}]`, "gu")

/** Anything but controls, spaces and marks without a letter. The last is a blank in Braille. */
const visible = /[^\p{Cc}\p{Cf}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Removes what nobody sees, unless its script needs it. A text of which nothing can be seen becomes empty. */
function keepVisible(text: string): string {
  // Composed before the joints are looked at: marks change places.
  const kept = text.replace(invisible, "").normalize("NFC").replace(jointsOrNeeded, "$<needed>")
  return visible.test(kept) ? kept : ""
}

/** Returns a text as one line: composed, without invisible characters, and with single plain spaces alone. */
export function tidyLine(text: string, form: "NFC" | "NFKC" = "NFC"): string {
  return keepVisible(text.normalize(form))
    .replace(/[\s\x85\p{Z}\u2800]+/gu, " ")
    .trim()
    .normalize("NFC")
}

/** Tidies several lines as `tidyLine` does one. Non-breaking spaces remain: French has them before `;:!?»`. */
function tidyLines(text: string): string {
  return keepVisible(text)
    .replace(/\r\n?|[\v\f\x85\u2028\u2029]/g, "\n")
    .replace(/[\u1680\u2000-\u200a\u205f\u2800]/g, " ")
    .trim()
    .normalize("NFC")
}

/** Refuses half of a surrogate pair, which cannot be encoded. Marks a schema as one of these (tests/architecture). */
export const wellFormed = z.refine<string>((text) => !/\p{Cs}/u.test(text), { abort: true })

function within(max: number) {
  return z.check<string>(({ value, issues }) => {
    if (countCharacters(value) <= max) return
    issues.push({ code: "too_big", origin: "string", maximum: max, inclusive: true, input: value })
  })
}

// The first maximum is generous, and stops (abort): normalising a very long text is expensive.
const draftOf = (max: number, tidy: (text: string) => string) =>
  z
    .string()
    .check(wellFormed)
    .max(4 * max, { abort: true })
    .overwrite(tidy)
    .check(within(max))
    .meta({ maxLength: max })

const textOf = (max: number, tidy: (text: string) => string) => draftOf(max, tidy).min(1).meta({ maxLength: max })

/**
 * One line of 1 to `max` characters that a person writes (docs/decisions, "One text type"). `form` NFKC also replaces
 * letters in other shapes, such as full width.
 */
export function lineText(max: number, { form = "NFC" as "NFC" | "NFKC" } = {}) {
  return textOf(max, (text) => tidyLine(text, form))
}

/** The same, or nothing: a field that may be empty, or what is searched for. */
export function lineDraft(max: number) {
  return draftOf(max, (text) => tidyLine(text))
}

/** A text of 1 to `max` characters in any number of lines, which end with \n. */
export function multilineText(max: number) {
  return textOf(max, tidyLines)
}

/** Several lines of a draft, which may be empty. */
export function multilineDraft(max: number) {
  return draftOf(max, tidyLines)
}

/** A text that is still being typed: stored as it is. */
export function typedText(max: number) {
  return draftOf(max, (text) => text)
}

/** Turns a field that a form sent empty into an absent one; for `z.preprocess`. */
export function emptyIsAbsent(value: unknown): unknown {
  return typeof value === "string" && value.trim() === "" ? undefined : value
}
