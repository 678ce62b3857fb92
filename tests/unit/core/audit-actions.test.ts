import { describe, expect, test } from "vitest"
import { personalReadTriggers } from "~/db/audit/personal-reads"
import { isPersonalRead, otherReads, personalReads } from "~/domain/core/audit/personal-reads"
import { filesOf, textOf } from "../../architecture/helpers/sources"

/** Actions of the audit log that change something, or state a reason for a read that follows: members read of them elsewhere, if at all. */
const acts = [
  "*.change",
  "*.create",
  "*.delete",
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

  test("that are reads of one member's records are attributed by a trigger, unless their own statement does it", () => {
    const attributed = personalReadTriggers.flatMap(({ when = "" }) =>
      [...when.matchAll(/'([^']+)'/g)].map(([, one]) => one),
    )
    const others = Object.keys(personalReads).filter((action) => !attributed.includes(action))
    expect(others.every((action) => action === "identity.list" || action.endsWith(".export"))).toBe(true)
    expect(attributed.filter((action) => !isPersonalRead(action ?? ""))).toEqual([])
  })
})
