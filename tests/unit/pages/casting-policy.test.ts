import { describe, expect, test } from "vitest"
import { consentKinds } from "~/domain/support/applications/choices"
import { isEditable, isOver, isWithdrawable, problemsOf, unfinishedSteps } from "~/domain/support/applications/policy"
import type { Application, ApplicationState } from "~/domain/support/applications/schema"

const picture = { id: "p", width: 1, height: 1 }
const complete: Application = {
  id: "a",
  reference: "A-1",
  state: "draft",
  version: 1,
  first_name: "Ada",
  city: "paris",
  category: "dinners",
  languages: ["fr"],
  written_in: "fr",
  presentation: "x".repeat(100),
  experience: "x".repeat(40),
  email: "ada@example.org",
  is_member: false,
  consents: [...consentKinds],
  pictures: [picture],
  note: null,
  submitted_at: null,
  decided_at: null,
  expires_at: null,
  created_at: 0,
  updated_at: 0,
}

describe("an application", () => {
  test("an application can be sent when nothing is missing", () => {
    expect(unfinishedSteps(complete)).toEqual([])
    expect(unfinishedSteps({ ...complete, email: null, is_member: true })).toEqual([])
  })

  test.each<[string, Partial<Application>, Record<string, Record<string, string[]>>]>([
    ["no name", { first_name: "" }, { you: { first_name: ["required"] } }],
    ["a name too long", { first_name: "x".repeat(41) }, { you: { first_name: ["too_long"] } }],
    ["no city", { city: null }, { you: { city: ["required"] } }],
    ["no category", { category: null }, { you: { category: ["required"] } }],
    ["no language", { languages: [] }, { you: { languages: ["required"] } }],
    ["no age", { consents: ["self", "depicted", "rules", "data"] }, { you: { adult: ["must_accept"] } }],
    ["no presentation", { presentation: "" }, { words: { presentation: ["required"] } }],
    ["a short one", { presentation: "x".repeat(99) }, { words: { presentation: ["too_short"] } }],
    ["a long one", { presentation: "x".repeat(2_001) }, { words: { presentation: ["too_long"] } }],
    ["no offer", { experience: "" }, { words: { experience: ["required"] } }],
    ["a short one", { experience: "x".repeat(39) }, { words: { experience: ["too_short"] } }],
    ["no picture", { pictures: [] }, { pictures: { pictures: ["pictures_few"] } }],
    ["seven pictures", { pictures: Array(7).fill(picture) }, { pictures: { pictures: ["pictures_many"] } }],
    ["no address", { email: null }, { send: { email: ["required"] } }],
    ["somebody else's", { consents: ["adult", "depicted", "rules", "data"] }, { send: { self: ["must_accept"] } }],
    ["no consent", { consents: ["adult", "self", "rules", "data"] }, { send: { depicted: ["must_accept"] } }],
    ["no rules", { consents: ["adult", "self", "depicted", "data"] }, { send: { rules: ["must_accept"] } }],
    ["no use", { consents: ["adult", "self", "depicted", "rules"] }, { send: { data: ["must_accept"] } }],
  ])("an application cannot be sent with %s", (_, change, problems) => {
    const application = { ...complete, ...change }
    expect(unfinishedSteps(application)).toEqual(Object.keys(problems))
    expect(problemsOf(application)).toMatchObject(problems)
  })

  test.each<[ApplicationState, boolean, boolean, boolean]>([
    ["draft", true, false, false],
    ["submitted", false, true, false],
    ["in_review", false, true, false],
    ["changes_requested", true, true, false],
    ["accepted", false, true, false],
    ["declined", false, false, true],
    ["withdrawn", false, false, true],
  ])(
    "an application in the state %s is editable %s, withdrawable %s, closed %s",
    (state, editable, withdrawable, over) => {
      expect([isEditable(state), isWithdrawable(state), isOver(state)]).toEqual([editable, withdrawable, over])
    },
  )
})
