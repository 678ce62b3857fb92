import { eq, sql } from "drizzle-orm"
import { expect } from "vitest"
import { caseQuestions, cases, type reports } from "~/db/schema"
import type { Case, CaseLine } from "~/domain/safety/cases/schema"
import { newAddress } from "../helpers/app"
import { ask, call, linkIn, receive, submit } from "../helpers/mail"
import { insertMember, insertStaffMember } from "../helpers/member"
import { db, insertReport } from "../helpers/rows"

export type Staff = Awaited<ReturnType<typeof insertStaffMember>>

export const codeOf = async (response: Response) => (await response.json<{ code: string }>()).code

/** Inserts a case about a member, with a report by somebody without an account. */
export async function insertAsked(
  priority: "P0" | "P1" | "P2" | "P3" = "P3",
  row: Partial<typeof cases.$inferInsert> = {},
  reported: Partial<typeof reports.$inferInsert> = {},
) {
  const staff = await insertStaffMember("moderator")
  const owner = await insertMember()
  const email = `ann-${owner.user.id.toLowerCase()}@example.org`
  const report = await insertReport(
    { email, priority, ...reported },
    { subjectKind: "member", userId: owner.user.id, ...row },
  )
  const path = `/admin/cases/${report.caseReference}`
  return {
    staff,
    owner,
    email,
    report,
    path,
    /** Asks the owner, or who reported; returns the response. */
    send: (to = "owner", body = "Where does this text come from?", by: Staff = staff) =>
      by.call("POST", `${path}/questions`, { to, body }),
    /** Asks, and returns the question's reference. */
    ask: async (to = "owner", body?: string) => {
      const sent = await staff.call("POST", `${path}/questions`, {
        to,
        body: body ?? "Where does this text come from?",
      })
      expect(sent.status).toBe(201)
      return (await sent.json<{ reference: string }>()).reference
    },
    found: async (by: Staff = staff) => (await by.call("GET", path)).json<Case>(),
    /** Time (ms) that is left until the deadline. */
    left: async () => {
      const [found] = await db
        .select()
        .from(cases)
        .where(eq(cases.id, report.caseId ?? ""))
      return (found?.dueAt ?? 0) - Date.now()
    },
    /** Lets so many ms pass, for this case. */
    pass: async (ms: number) => {
      const id = report.caseId ?? ""
      await db
        .update(cases)
        .set({ dueAt: sql`due_at - ${ms}`, pausedUntil: sql`paused_until - ${ms}`, alertedAt: sql`alerted_at - ${ms}` })
        .where(eq(cases.id, id))
      await db
        .update(caseQuestions)
        .set({
          askedAt: sql`asked_at - ${ms}`,
          expiresAt: sql`expires_at - ${ms}`,
          answeredAt: sql`answered_at - ${ms}`,
        })
        .where(eq(caseQuestions.caseId, id))
    },
  }
}

/** Returns the path of the page that the mail to an address opens. */
export const linkTo = async (email: string) => linkIn(await receive(email))

/** Posts an answer as somebody without an account. */
export const answer = (path: string, text = "I wrote it myself.", address = newAddress()) =>
  submit(path, { answer: text }, { headers: { "CF-Connecting-IP": address } })

/** Opens a page as somebody without an account. */
export const open = (path: string, address = newAddress()) => ask(path, { headers: { "CF-Connecting-IP": address } })

export const questionOf = async (reference: string) => {
  const [row] = await db.select().from(caseQuestions).where(eq(caseQuestions.reference, reference))
  return row
}

export const listOf = async (staff: Staff, query = "") =>
  (await staff.call("GET", `/admin/cases${query}`)).json<{ data: CaseLine[]; next_cursor: string | null }>()

/** Reports the subject of a case once more. */
export async function reportAgain(about: string, category: string) {
  const form = { category, about, details: "It is so.", good_faith: true, email: "bob@example.org" }
  const sent = await call("/reports", form, { "CF-Connecting-IP": newAddress() })
  expect(sent.status).toBe(201)
}
