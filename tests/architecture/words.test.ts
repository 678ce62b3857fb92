import ts from "typescript"
import { beforeAll, describe, expect, test } from "vitest"
import { filesOf, nodesOf, parse, textOf } from "./helpers/sources"

/** Verbs that a summary may begin with: one for one kind of operation. */
const verbs = [
  "Propose",
  "Escalate",
  "Contest",
  "Decide",
  "List",
  "Get",
  "Preview",
  "Resume",
  "Replace",
  "Pay",
  "Refund",
  "Revoke",
  "Sell",
  "Withdraw",
  "Discard",
  "Reopen",
  "Grant",
  "Process",
  "Download",
  "Create",
  "Request",
  "Start",
  "Open",
  "Add",
  "Send",
  "Save",
  "Set",
  "Update",
  "Edit",
  "Change",
  "Mark",
  "Delete",
  "Remove",
  "Cancel",
  "Close",
  "End",
  "Drop",
  "Withdraw",
  "Submit",
  "Confirm",
  "Verify",
  "Accept",
  "Decline",
  "Report",
  "Reply",
  "Retry",
  "Block",
  "Unblock",
  "Mute",
  "Subscribe",
  "Unsubscribe",
  "Ban",
  "Publish",
  "Pause",
  "Claim",
  "Approve",
  "Decide",
  "Settle",
  "Export",
  "Hide",
  "Move",
  "Restore",
  "Search",
  "Lift",
  "Sign",
  "Finish",
  "Refresh",
  "Reset",
  "Re-authenticate",
  "Authenticate",
  "Authorize",
]

/** Words of a private language. An integrator searches for publish, notify, deliver, push, the app, again, the user's. */
const banned = /\b(tell|tells|told|untold|knock\w*|house|anew|who(m|se)?ever|oneself|one's)\b/i

/** Banned words inside a name: `tellAll`, `toldTo`, `KNOCK_AGAIN`. */
const bannedInNames = new Set(["tell", "tells", "told", "untold", "knock", "knocks", "knocked", "house", "anew"])

interface Document {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, { summary?: string; description?: string; tags?: string[] }>>
}

let document: Document
beforeAll(async () => {
  const [{ api }, { describeApi }] = await Promise.all([
    import("../../worker/api/api"),
    import("../../worker/api/openapi/document"),
  ])
  document = describeApi(api, { name: "Salon", server: "https://salon.example/api" }) as unknown as Document
}, 60_000)

const operations = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, ...operation })),
  )

/** Every summary and description of a part of the document, wherever it is in it. */
function textsOf(part: unknown): string[] {
  if (typeof part !== "object" || part === null) return []
  return Object.entries(part).flatMap(([key, value]) =>
    (key === "summary" || key === "description") && typeof value === "string" ? [value] : textsOf(value),
  )
}

describe("the texts of the OpenAPI document", () => {
  test("each summary is a verb and a noun, without a full stop", () => {
    const shape = new RegExp(`^(${verbs.join("|")}) [^.]+$`)
    const odd = operations().filter(({ summary }) => !shape.test(summary ?? ""))
    expect(operations().length).toBeGreaterThan(80)
    expect(odd.map(({ name, summary }) => `${name}: ${summary}`)).toEqual([])
  })

  test("no two operations of one method have the same summary", () => {
    const seen = operations().map(({ name, summary }) => `${name.split(" ")[0]} ${summary}`)
    expect(seen.filter((one, index) => seen.indexOf(one) !== index)).toEqual([])
  })

  test("no text has a word of a private language", () => {
    const texts = textsOf(document)
    expect(texts.length).toBeGreaterThan(500)
    expect(texts.filter((text) => banned.test(text))).toEqual([])
  })

  test("each description of an operation is made of whole sentences", () => {
    const odd = operations().filter(({ description }) => description && !/^([A-Z\d]|`).*[.]$/s.test(description))
    expect(odd.map(({ name, description }) => `${name}: ${description}`)).toEqual([])
  })

  test("each tag of an operation is described, and each described tag is in use", () => {
    const used = new Set(operations().flatMap(({ tags = [] }) => tags))
    expect(document.tags.map(({ name }) => name).toSorted()).toEqual([...used].toSorted())
    expect(document.tags.filter(({ description }) => !/^[A-Z].*\.$/.test(description))).toEqual([])
  })
})

/** The words of a name, in lower case: `tellAll` -> tell, all. */
function wordsOf(name: string): string[] {
  return name.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).map((word) => word.toLowerCase())
}

describe("names in the code", () => {
  test("the words of a name are found in camel case, in constants and in private fields", () => {
    expect(["tellAll", "#toldTo", "KNOCK_AGAIN", "isHTTPHouse", "lighthouse"].map(wordsOf)).toEqual([
      ["tell", "all"],
      ["", "told", "to"],
      ["knock", "again"],
      ["is", "http", "house"],
      ["lighthouse"],
    ])
  })

  test("no identifier has a word of a private language", () => {
    const files = filesOf("{app,worker,party}/**/*.{ts,tsx}")
    expect(files.length).toBeGreaterThan(300)
    // Parses only the files whose text has such a word at all: parsing every file takes ten seconds.
    const suspects = files.filter((file) => /tell|told|knock|house|anew/i.test(textOf(file)))
    const odd = suspects.flatMap((file) =>
      [...nodesOf(parse(file))]
        .filter((node) => ts.isIdentifier(node) || ts.isPrivateIdentifier(node))
        .filter(({ text }) => wordsOf(text).some((word) => bannedInNames.has(word)))
        .map(({ text }) => `${file}: ${text}`),
    )
    expect([...new Set(odd)], "Say publish, deliver, notify, push, app, again.").toEqual([])
  })
})

/** Beginnings of a comment that leave out their noun: a reader has to look at the code to know what is meant. */
const nounless = /(?:^|\n)[ \t]*(?:\/\/|\/\*\*(?:\n[ \t]*\*)?) (?:It|What|Those|They|The same|This one) [^\n]*/g

/** Returns the comments of a text that begin without a noun; of several lines of one comment the first counts. */
function nounlessIn(text: string): string[] {
  const later = /(?:^|\n)([ \t]*\/\/[^\n]*)(?:\n[ \t]*\/\/[^\n]*)+/g
  const withFirstLines = text.replace(later, (_, first: string) => `\n${first}`)
  return [...withFirstLines.matchAll(nounless)].map(([comment]) => comment.trim())
}

describe("comments in the code", () => {
  test("a comment that begins without its noun is found, and a second line is none", () => {
    const text = "// It is over.\n\n/** What ends. */\n/**\n * Those of today.\n */\n// A line,\n// What follows it.\n"
    expect(nounlessIn(text)).toEqual(["// It is over.", "/** What ends. */", "/**\n * Those of today."])
  })

  test("every comment names what it is about", () => {
    const files = filesOf("{app,worker,party,packages,scripts,tests}/**/*.{ts,tsx,mjs}")
    const odd = files
      .filter((file) => file !== "tests/architecture/words.test.ts")
      .flatMap((file) => nounlessIn(textOf(file)).map((comment) => `${file}: ${comment}`))
    expect(odd, "Begin with the noun: 'Rights of a role', not 'What a role may do'.").toEqual([])
  })
})
