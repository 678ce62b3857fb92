import { describe, expect, test } from "vitest"
import { checkStates } from "~/db/schema/profiles/identity"
import { profileStates } from "~/db/schema/profiles/profiles"
import { type ChecklistFacts, itemState } from "~/domain/profiles/editing/checklist"
import { publicationProblems } from "~/domain/profiles/editing/schema"

const about = "I have lived here for twenty years and know its quiet corners. ".repeat(3).trim()
const content = {
  name: "Ada",
  slug: "ada-k2x4b",
  city: "nantes",
  category: "walks",
  languages: ["fr"],
  "headline.en": "A guide to quiet museums",
  "headline.fr": "Des musées au calme",
  "quote.en": "",
  "quote.fr": "",
  "about.en": about,
  "about.fr": about,
  services: [{ service: "walk", price: null, duration: null, note: {} }],
  hourly_rate: 20_000,
  minimum_hours: 1,
} as ChecklistFacts["content"]
const complete: ChecklistFacts = {
  state: "approved",
  problems: [],
  content,
  edits: [],
  undeclared: 0,
  identity: "verified",
  photos: { waiting: 0, approved: 1, returned: 0 },
}
const with_ = (facts: Partial<ChecklistFacts>): ChecklistFacts => ({ ...complete, ...facts })
const edit = (field: string, state: "draft" | "pending" | "returned") => ({ edits: [{ field, state }] })

describe("a line of the checklist", () => {
  test.each(publicationProblems)("%s is done where nothing stands against it", (item) => {
    expect(itemState(complete, item)).toBe("done")
  })

  const fieldLines = [
    ["texts", "headline.en"],
    ["texts", "about.en"],
    ["texts", "headline.fr"],
    ["texts", "about.fr"],
    ["languages", "languages"],
    ["services", "services"],
    ["rate", "hourly_rate"],
  ] as const
  const empty = { languages: [], services: [], hourly_rate: null } as Record<string, unknown>
  test.each(fieldLines)("%s follows the state of %s", (item, field) => {
    const problems = [item]
    const unwritten = { ...content, [field]: field in empty ? empty[field] : "" } as ChecklistFacts["content"]
    expect([
      itemState(with_({ problems, content: unwritten }), item),
      itemState(with_({ problems, content: unwritten, ...edit(field, "draft") }), item),
      itemState(with_({ problems, ...edit(field, "draft") }), item),
      itemState(with_({ problems, ...edit(field, "pending") }), item),
      itemState(with_({ problems, ...edit(field, "returned") }), item),
      itemState(with_({ ...edit(field, "returned") }), item),
      itemState(with_({ ...edit(field, "draft") }), item),
      itemState(with_({ ...edit(field, "pending") }), item),
    ]).toEqual(["missing", "missing", "to_send", "awaited", "returned", "returned", "done", "done"])
  })

  test("of texts is sent back while one of them is, and the owner's while one is not sent", () => {
    const problems = ["texts"] as const
    const both = (headline: "draft" | "pending" | "returned", text: "draft" | "pending") =>
      itemState(
        with_({
          problems,
          edits: [
            { field: "headline.en", state: headline },
            { field: "about.en", state: text },
          ],
        }),
        "texts",
      )
    expect([both("returned", "pending"), both("draft", "pending"), both("pending", "pending")]).toEqual([
      "returned",
      "to_send",
      "awaited",
    ])
  })

  test("of texts is the owner's to send once one language is whole, and missing while one is begun", () => {
    const none = { "headline.en": "", "about.en": "", "headline.fr": "", "about.fr": "" }
    const written = (texts: Partial<ChecklistFacts["content"]>) =>
      itemState(
        with_({ problems: ["texts"], content: { ...content, ...none, ...texts }, ...edit("about.fr", "draft") }),
        "texts",
      )
    const french = { "headline.fr": "Des musées au calme", "about.fr": about }
    expect([
      written({}),
      written({ "about.fr": about }),
      written(french),
      written({ ...french, "quote.en": "Begun." }),
    ]).toEqual(["missing", "missing", "to_send", "missing"])
  })

  test("photo is the owner's to send until the profile is submitted, and with staff from then on", () => {
    const states = profileStates.map((state) => {
      const facts = with_({ state, problems: ["photo"], photos: { waiting: 2, approved: 0, returned: 0 } })
      return [state, itemState(facts, "photo")] as const
    })
    const expected = Object.fromEntries(profileStates.map((state) => [state, "awaited"])) as Record<string, string>
    for (const unsent of ["draft", "changes_requested", "rejected", "withdrawn"]) expected[unsent] = "to_send"
    expect(Object.fromEntries(states)).toEqual(expected)
  })

  test.each([
    ["missing without any", { waiting: 0, approved: 0, returned: 0 }, "missing"],
    ["sent back where all were refused", { waiting: 0, approved: 0, returned: 3 }, "returned"],
    ["with staff where one of them is", { waiting: 1, approved: 0, returned: 3 }, "awaited"],
    ["missing where an approved one lacks an agreement", { waiting: 0, approved: 1, returned: 1 }, "missing"],
  ] as const)("photo is %s", (_, photos, state) => {
    expect(itemState(with_({ problems: ["photo"], photos }), "photo")).toBe(state)
  })

  test("consent is missing for undeclared pictures that staff have not seen, and for approved ones without agreement", () => {
    expect(itemState(with_({ undeclared: 8 }), "consent")).toBe("missing")
    expect(itemState(with_({ problems: ["consent"] }), "consent")).toBe("missing")
  })

  test("identity follows the check, in every state of it", () => {
    const states = [null, ...checkStates].map((identity) => {
      return [String(identity), itemState(with_({ problems: ["identity"], identity }), "identity")]
    })
    expect(Object.fromEntries(states)).toEqual({
      null: "missing",
      none: "missing",
      pending: "missing",
      processing: "awaited",
      verified: "missing",
      needs_input: "returned",
      expired: "missing",
      revoked: "missing",
      redacted: "missing",
      refused_age: "returned",
      refused: "returned",
    })
  })

  test("agreement is missing until it is signed", () => {
    expect(itemState(with_({ problems: ["agreement"] }), "agreement")).toBe("missing")
  })
})
