import { trustedJson } from "~/db/statements/json"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { listMemberSessions } from "../../accounts/staff/sign-out-member.server"
import { getDeskBilling } from "../../billing/staff/members.server"
import { isPermitted, requireStaff } from "../../core/actor/guards"
import { auditedList, auditedRead } from "../../core/audit/entries.server"
import type { Ctx } from "../../core/context"
import { decodeKeyset, pageOf } from "../../core/shared/keyset-cursor"
import { casesReaderOf } from "../../decisions/cases/about"
import { actionsOn, durationsBy, isOwnAccount, pendingClosure } from "./actions"
import type { DeskMember, FoundMember, MemberPage } from "./members"
import * as queries from "./queries.server"

const pageLength = 50

/**
 * Returns what staff see of a member, with their billing for those who may read it, and their sessions for those who may
 * end them. Throws what `requireStaff` does, and
 * `request.not_found`.
 */
export async function getMember(ctx: Ctx, id: string): Promise<DeskMember> {
  const actor = requireStaff(ctx, "members.read")
  const { member, sanctions, rules, templates } = await auditedRead(
    ctx,
    { action: "member.read", target: { kind: "member", id } },
    (db) => queries.findMember(db, id, { locale: ctx.locale, now: ctx.now(), casesReader: casesReaderOf(actor) }),
  )
  if (!member) throw new AppError("request.not_found")
  const { name, email, locale, created_at, email_verified_at, suspended_until, limited_until, sessions } = member
  return {
    id,
    name,
    email,
    locale,
    created_at,
    email_verified_at,
    suspended_until,
    limited_until,
    sessions,
    cases: trustedJson(member.cases),
    sanctions,
    rules,
    templates: isPermitted(actor, "members.sanction") ? templates.filter(({ use }) => use === "restriction") : [],
    ban:
      member.banned_at === null
        ? null
        : {
            at: member.banned_at,
            staff_id: member.banned_by,
            staff_name: member.banned_by_name,
            reason: member.ban_reason,
          },
    email_returned: trustedJson(member.email_returned),
    groups: trustedJson(member.groups),
    roles: queries.rolesOf(member),
    profile: trustedJson(member.profile),
    tickets: { all: member.tickets, open: member.open_tickets },
    erasure_due_at: member.erased_at,
    session_list: isPermitted(actor, "members.sanction") ? await listMemberSessions(ctx, id) : null,
    billing: isPermitted(actor, "billing.read") ? await getDeskBilling(ctx, id) : null,
  }
}

/** Returns a member's page for staff, with what the reader may do. Throws what `getMember` does. */
export async function getMemberPage(ctx: Ctx, id: string): Promise<MemberPage> {
  const { billing, ...member } = await getMember(ctx, id)
  const { actor } = ctx
  const closure = pendingClosure(member, ctx.now())
  return {
    member,
    billing: billing && {
      ...billing,
      events: billing.events.map(({ payload: _, ...event }) => event),
      mayRefund: isPermitted(actor, "billing.refund") && !isOwnAccount(actor, id),
      actKey: newId(ctx.now()),
    },
    acts: actionsOn(actor, member, ctx.now()),
    durations: durationsBy(actor),
    closure: closure && {
      id: closure.id,
      by: closure.staff_name,
      reason: closure.reason,
      until: closure.expires_at ?? 0,
      is_own: actor.kind === "staff" && closure.staff_id === actor.user.id,
    },
  }
}

/**
 * Finds members: by exact id, by the beginning of their e-mail (with an @), or by words of their name or their beginnings,
 * in order of these; without `q` all, latest first, 50 on a page. Throws what `requireStaff` does, and `cursor.invalid`.
 */
export async function findMembers(
  ctx: Ctx,
  { q, cursor }: { q: string; cursor: string | null },
): Promise<{ data: FoundMember[]; next_cursor: string | null }> {
  requireStaff(ctx, "members.read")
  const text = q.trim()
  const wanted = text === "" ? null : wantedBy(text)
  const before = cursor === null ? null : decodeKeyset(cursor, { q: text }).id
  const rows = await auditedList(
    ctx,
    { action: "member.list", target: { kind: "member", id: "list" }, isSearch: wanted !== null, cursor },
    (db) => queries.findMembers(db, wanted, before, { now: ctx.now(), limit: pageLength + 1 }),
  )
  const { shown, next_cursor } = pageOf(rows, pageLength, ({ created_at, id }) => ({ at: created_at, id }), { q: text })
  return { data: shown, next_cursor: wanted === null ? next_cursor : null }
}

function wantedBy(text: string): { id: string } | { email: string } | { name: string } {
  if (/^[0-9A-HJKMNP-TV-Z]{26}$/.test(text)) return { id: text }
  if (text.includes("@")) return { email: text.toLowerCase() }
  return { name: text }
}
