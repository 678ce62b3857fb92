import { describe, expect, test } from "vitest"
import { type ProfileTextField, profileTextFields } from "~/domain/profiles/content/fields"
import type { Workshop } from "~/domain/profiles/editing/schema"
import {
  draftOffers,
  type TextStates,
  textState,
  whyNothing,
} from "~/features/profiles/editing/translation/draft-offers"
import { parseUnread } from "~/features/profiles/editing/translation/unread-drafts"

/** The states of texts of which only these are not empty. */
const states = (some: Partial<TextStates>) =>
  ({ ...Object.fromEntries(profileTextFields.map((field) => [field, "empty"])), ...some }) as TextStates

describe("drafts", () => {
  test("are offered for what one language lacks and the other one has", () => {
    expect(draftOffers(states({ "headline.fr": "written", "about.fr": "written", "headline.en": "written" }))).toEqual([
      { from: "fr", to: "en", names: ["about"] },
    ])
  })

  test("are offered in both directions where each language lacks something", () => {
    expect(draftOffers(states({ "headline.fr": "written", "about.en": "written" }))).toEqual([
      { from: "fr", to: "en", names: ["headline"] },
      { from: "en", to: "fr", names: ["about"] },
    ])
  })

  test("are not offered of nothing, of texts that are too long, or where nothing lacks", () => {
    const whole = states(Object.fromEntries(profileTextFields.map((field) => [field, "written"])))
    const long = states({ "about.fr": "long" })
    expect([states({}), long, whole].map(draftOffers)).toEqual([[], [], []])
    expect([states({}), long, whole].map(whyNothing)).toEqual(["unwritten", "long", null])
  })

  test("are of texts within their limit, in characters", () => {
    expect(textState("headline", " \n ")).toBe("empty")
    expect(textState("headline", "🎭".repeat(120))).toBe("written")
    expect(textState("headline", "🎭".repeat(121))).toBe("long")
  })
})

describe("the drafts that their owner has not read", () => {
  const fieldsWith = (state: string | null, value = "A draft") =>
    Object.fromEntries(
      profileTextFields.map((field) => [field, { value, edit: state === null ? null : { state } }]),
    ) as unknown as Workshop["fields"]
  const names: ProfileTextField[] = ["about.en", "quote.fr"]

  test("are those of the browser whose texts are not submitted", () => {
    expect(parseUnread(JSON.stringify(names), fieldsWith("draft"))).toEqual(names)
    for (const fields of [fieldsWith("pending"), fieldsWith(null), fieldsWith("draft", "")])
      expect(parseUnread(JSON.stringify(names), fields)).toEqual([])
  })

  test.each([null, "", "{", "{}", "null", '["name", 1, null, "__proto__"]'])("are none of what reads %j", (text) => {
    expect(parseUnread(text, fieldsWith("draft"))).toEqual([])
  })
})
