import { describe, expect, test } from "vitest"
import { personalReadTriggers } from "~/db/audit/personal-reads"
import { checkActions } from "~/db/schema"
import { isKitVerb, isOwn, kindOf, kitVerbs, ownActions, partsOf } from "~/domain/back-office/audit/actions"
import { sentenceOf } from "~/domain/back-office/audit/trail.server"
import { findResource, resources } from "~/domain/back-office/records/registry.server"
import { isPersonalRead, otherReads, personalReads } from "~/domain/core/audit/personal-reads"
import { staffMoves } from "~/domain/profiles/editing/policy"
import { completeLocales } from "~/i18n/locales"
import { filesOf, textOf } from "../../architecture/helpers/sources"

/** Actions of the audit log that change something, or state a reason for a read that follows: members read of them elsewhere, if at all. */
const acts = [
  "*.change",
  "*.create",
  "*.delete",
  "*.import",
  "*.move",
  "*.restore",
  "application.*",
  "identity.*",
  "member.*",
  "profile.*",
  "country.confirm",
  "country.propose",
  "readiness.record",
  "readiness.withdraw",
  "billing.grant",
  "billing.grant_end",
  "billing.refund",
  "billing.replay",
  "billing.request",
  "dead_letter.discard",
  "dead_letter.retry",
  "hash.block",
  "hash.unblock",
  "help.access",
  "help.close",
  "identity.access",
  "identity.recheck",
  "impersonation.end",
  // A part of the line of `impersonation.start`.
  "impersonation.open_page",
  "mail.drop",
  "mail.retry",
  "medium.approve",
  "medium.propose",
  "member.close",
  "member.end_session",
  "member.propose_closure",
  "member.reopen",
  "member.restore",
  "member.sign_out",
  "plans.sell",
  "plans.withdraw",
  "prices.sell",
  "prices.withdraw",
  "profile.claim",
  "profile.decide_edits",
  "profile.escalate",
  "profile.propose",
  "profile.return_escalation",
  "profile.release",
  "case.act",
  "case.ask",
  "case.claim",
  "case.dismiss",
  "case.note",
  "case.release",
  "case.withdraw_question",
  "report.access_messages",
  "settings.restore",
  "settings.update",
  "staff.grant",
  "staff.propose_reset",
  "staff.reset_factor",
  "staff.revoke",
  "staff.withdraw_reset",
  "ticket.change",
  "ticket.note",
  "ticket.reply",
  "transparency.draft",
  "transparency.publish",
]

/** Verbs that the code fills in, by noun. */
const variants: Record<string, readonly string[]> = {
  application: ["take", "accept", "request_changes", "decline"],
  identity: checkActions,
  member: ["warn", "limit", "suspend"],
  profile: Object.keys(staffMoves),
}

const actsOfKit = resources.flatMap(({ name, acts = [] }) => acts.map((act) => `${name}.${act.name}`))

/** Actions whose sentences name no record: of lists, searches and desks. */
const withoutRecord = [
  ...["appeal", "application", "case", "help", "identity", "medium", "member", "review", "ticket"].map(
    (noun) => `${noun}.list`,
  ),
  ...["download", "export", "import", "list"].map((verb) => `cities.${verb}`),
  "hash.block",
  "hash.unblock",
  "help.access",
  "help.close",
  "identity.access",
  "profile.list_reviews",
  "records.search",
].toSorted()

/** Actions of the kit, whose resources tests/worker/privacy/accesses goes through; the download of an export is a part of its line. */
const ofKit = ["list", "read", "export", "download"].map((verb) => `*.${verb}`)

/** Returns the actions that the code names: literals, unions of them, and templates with a star for what they fill in. */
function namedActions(): string[] {
  const texts = filesOf("app/domain/**/*.ts").map(textOf)
  const literals = texts.flatMap((text) =>
    [...text.matchAll(/\baction(?::| =) ((?:(?:\w+ [?] )?"[a-z_]+\.[a-z_]+"(?: [|:] )?)+)/g)].flatMap(
      ([, union = ""]) => [...union.matchAll(/"([^"]+)"/g)].map(([, action = ""]) => action),
    ),
  )
  const templates = texts.flatMap((text) =>
    [...text.matchAll(/\baction: `([^`]*\$\{(?:resource\.name|move|kind)\}[^`]*)`/g)].map(([, action = ""]) =>
      action.replace(/\$\{.*?\}/, "*"),
    ),
  )
  return [...new Set([...literals, ...templates])].toSorted()
}

describe("the actions of the audit log", () => {
  test("are each a read with a class, another read with a reason, or an act", () => {
    const unknown = namedActions().filter(
      (action) =>
        !isPersonalRead(action) && !(action in otherReads) && !acts.includes(action) && !ofKit.includes(action),
    )
    expect(
      unknown,
      "Give it a class in app/domain/core/audit/personal-reads.ts: members read who opened their data.",
    ).toEqual([])
  })

  test("are found, and the list of acts names no former one", () => {
    const named = namedActions()
    expect(named.length).toBeGreaterThan(50)
    expect([...acts, ...ofKit].filter((action) => !named.includes(action))).toEqual([])
  })

  test("have a sentence each, in every language, and a group that is not the rest by oversight", () => {
    const expanded = namedActions().flatMap((action) => {
      const { noun, verb } = partsOf(action)
      if (verb !== "*") return noun === "*" ? [`cities.${verb}`] : [action]
      return (variants[noun] ?? ["nothing"]).map((one) => `${noun}.${one}`)
    })
    const known = [...expanded, ...Object.keys(personalReads), ...Object.keys(otherReads)]
    const isKnown = (action: string) =>
      isOwn(action) || (findResource(partsOf(action).noun) !== undefined && isKitVerb(partsOf(action).verb))
    expect(
      known.filter((action) => !isKnown(action) && !actsOfKit.includes(action)),
      "Give it a line in app/domain/back-office/audit/actions.ts, and a sentence in audit-sentences.json.",
    ).toEqual([])
    const nouns = [...new Set([...known.map((action) => partsOf(action).noun), ...resources.map(({ name }) => name)])]
    expect(nouns.filter((noun) => kindOf(noun) === "office").toSorted()).toEqual([
      "audit",
      "country",
      "country-changes",
      "dead-letters",
      "dead_letter",
      "readiness",
      "records",
      "settings",
      "staff",
      "transparency",
    ])
  })

  test.each(completeLocales)(
    "are sentences in $code that name who did it, and the record where there is one",
    ({ code }) => {
      const actor = { kind: "visitor" } as const
      const rowOf = (action: string) => {
        const entry = { seq: 1, at: 0, actor_id: "ada", name: "Ada", reason: null, details: "{}" }
        return { ...entry, action, target_kind: "thing", target_id: "T-1042" }
      }
      const textOf = (action: string) =>
        sentenceOf({ actor, locale: code }, rowOf(action), new Map())
          .map(({ text }) => text)
          .join("")
      const actions = [...ownActions, ...kitVerbs.map((verb) => `cities.${verb}`), "faqs.publish", "member.ban"]
      for (const action of actions) expect([action, textOf(action)]).toEqual([action, expect.stringMatching(/^Ada\b/)])
      expect(actions.filter((action) => /undefined|[{}]/.test(textOf(action)))).toEqual([])
      expect(actions.filter((action) => !textOf(action).includes("T-1042")).toSorted()).toEqual(withoutRecord)
      expect(textOf("member.ban")).toContain("member.ban")
    },
  )

  test("that are reads of one member's records are attributed by a trigger, unless their own statement does it", () => {
    const attributed = personalReadTriggers.flatMap(({ when = "" }) =>
      [...when.matchAll(/'([^']+)'/g)].map(([, one]) => one),
    )
    const others = Object.keys(personalReads).filter((action) => !attributed.includes(action))
    expect(others.every((action) => action === "identity.list" || action.endsWith(".export"))).toBe(true)
    expect(attributed.filter((action) => !isPersonalRead(action ?? ""))).toEqual([])
  })
})
