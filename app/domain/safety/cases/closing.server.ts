import type { SQL } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import type { DecisionSource } from "~/db/enums"
import { batch } from "~/db/statements/batch"
import { allOf, always } from "~/db/statements/conditions"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { isPermitted, requireStaffProof } from "../../core/actor/guards"
import { auditEntry } from "../../core/audit/entries.server"
import type { Ctx } from "../../core/context"
import { isLaunched } from "../../core/readiness/gate.server"
import { endCase, isEndedNow, isWorkable, markEnding } from "../../decisions/cases/queries.server"
import { planDecision } from "../../decisions/decisions.server"
import type { PolicySlug } from "../../decisions/kinds"
import { fieldOfText } from "../../decisions/kinds"
import { isInForce } from "../../decisions/queries.server"
import { hideText, showText, type TextOfCase } from "../../profiles/content/hidden-text-queries.server"
import { findReportedProfile } from "../../profiles/queries.server"
import { moveReviewedProfile, publishedAgain } from "../../profiles/state-queries.server"
import { policyOfCategory } from "../categories"
import * as queries from "../queries.server"
import { findReported, hideReported, type ReportedMediaItem, restoreReported } from "../reported-media-queries.server"
import type { SanctionKind } from "../sanctions/queries.server"
import {
  planProposal,
  planSanction,
  refusalOf as refusalOfSanction,
  requireDuration,
} from "../sanctions/sanctions.server"
import { permissionOf } from "../sanctions/schema"
import type { CaseRow } from "./desk-queries.server"
import { endQuestions } from "./questions/queries.server"
import { closedAtOnce, planReportEnd } from "./reports.server"
import type { ActionForm, DismissalForm } from "./schema"
import { isDown, isUp, refusalOf, requireCase } from "./staff.server"

/**
 * Ends a case without action, for staff: restores what its reports hid, unless those of another case hide it too (trust-safety R14), and
 * mails each reporter the decision with its reasons. A manifestly unfounded one counts against the members who reported it (R38). Throws
 * what `requireStaffProof` does, `request.not_found`, also for one's own case, `cases.claimed` while somebody else holds it, and
 * `conflict.changed` for an ended one.
 */
export async function dismissCase(ctx: Ctx, reference: string, { reason, unfounded }: DismissalForm): Promise<void> {
  await endWith(ctx, reference, { state: "no_action", reason, isUnfounded: unfounded, removes: false, sanction: null })
}

/**
 * Ends a case that staff acted on: what its reports hid stays hidden, or `removes` takes it down now, and its owner reads why. Mails each
 * reporter the reasons. With a sanction, the member whom it is about gets it for the same reason: both happen, or neither. Throws what
 * `dismissCase` does, and for a sanction `validation.failed` for one, or for more hours of one, than the actor
 * may give, `cases.no_member`, `members.staff`, and `conflict.changed` for a member who has it already.
 */
export async function actOnCase(ctx: Ctx, reference: string, form: ActionForm): Promise<void> {
  const { reason, removes, sanction: kind, hours = null, policy } = form
  const actor = requireStaffProof(ctx, "reports.decide")
  if (kind !== "none" && !isPermitted(actor, permissionOf[kind]))
    throw new AppError("validation.failed", { fields: { sanction: ["invalid"] } })
  if (kind === "limit" || kind === "suspend") requireDuration(actor, hours ?? 0)
  const sanction = kind === "none" ? null : { kind, hours: kind === "limit" || kind === "suspend" ? hours : null }
  await endWith(ctx, reference, { state: "actioned", reason, isUnfounded: false, removes, sanction, policy })
}

interface CaseSanction {
  kind: SanctionKind
  hours: number | null
}

interface End {
  state: "no_action" | "actioned"
  reason: string
  isUnfounded: boolean
  removes: boolean
  sanction: CaseSanction | null
  /** The rule that its decisions cite; else that of its category. */
  policy?: PolicySlug | undefined
}

async function endWith(
  ctx: Ctx,
  reference: string,
  { state, reason, isUnfounded, removes, sanction, policy }: End,
): Promise<void> {
  const { user: staff } = requireStaffProof(ctx, "reports.decide")
  const { db } = ctx
  const now = ctx.now()
  const found = await requireCase(ctx, reference, staff.id)
  const reports = await queries.findOpenReports(db, found.id, closedAtOnce)
  const item = found.subject_kind === "media" ? await findReported(db, found.subject_id) : null
  const profile = found.subject_kind === "profile" ? await findReportedProfile(db, { id: found.subject_id }) : null
  const subject = { item, profile, text: textOf(found) }
  // If two end it concurrently, the second one's statements do nothing.
  const isFree = isWorkable(found.id, staff.id, now)
  const source = found.has_notice === 1 ? ("notice" as const) : ("staff" as const)
  const rule = policy ?? policyOfCategory[found.category]
  const plan = sanction && planCaseSanction(ctx, { found, sanction, rule, reason, source, when: isFree })
  const isEnded = isEndedNow(found.id, { state, staffId: staff.id }, now)
  const isActed = state === "actioned"
  const outcome = { state, staffId: staff.id, reason, isUnfounded }
  const ends = reports.map((report) => planReportEnd(ctx, report, outcome, isEnded))
  const takesDown = removes && isUp(found)
  const staysDown = found.hides === 1 && isDown(found)
  const when = plan ? plan.isRecorded : isFree
  const removal =
    isActed && (takesDown || staysDown)
      ? planRemoval(ctx, { found, subject, rule, reason, source, takesDown, staffId: staff.id, when })
      : null
  const { ended, notified } = await batch(db, {
    // The sanction first: what it pauses was published before the removal.
    ...(plan?.statements ?? { notified: null }),
    removed: removal?.statements ?? [],
    ended: endCase(db, found.id, { ...outcome, when: plan ? plan.isRecorded : always }, now),
    audited: auditEntry(ctx, {
      action: isActed ? "case.act" : "case.dismiss",
      target: { kind: "case", id: reference },
      ...(isUnfounded && { details: { unfounded: true } }),
      ...((removes || sanction) && {
        details: { ...(removes && { removes }), ...(sanction && { sanction: sanction.kind }) },
      }),
    }),
    held: removal ? queries.markHiding(db, found.id, { hides: hiddenBy(subject), when: isEnded }) : null,
    questions: endQuestions(db, found.id, isEnded),
    reports: ends.flatMap(({ statements }) => statements),
    marked: markEnding(db, found.id),
    shown:
      state === "no_action" && found.hides === 1 ? await planShowing(ctx, { caseId: found.id, subject, isEnded }) : [],
  })
  if (ended.meta.changes === 0) {
    const refusal = refusalOf(found, staff.id, now)
    throw plan && refusal.code !== "cases.claimed" ? await refusalOfSanction(ctx, plan.userId) : refusal
  }
  for (const { deliver } of ends) deliver()
  removal?.deliver(null)
  await plan?.deliver(notified)
}

interface Sanctioning {
  found: CaseRow
  sanction: CaseSanction
  rule: PolicySlug
  reason: string
  source: DecisionSource
  when: SQL
}

/** Plans the sanction against the member whom a case is about. An appeal against it moves the case, by its first report. */
function planCaseSanction(ctx: Ctx, { found, sanction: { kind, hours }, rule, reason, source, when }: Sanctioning) {
  const { id, user_id: userId } = found
  if (userId === null) throw new AppError("cases.no_member")
  const shared = { userId, reason, source, policy: rule, reportId: queries.firstReportOf(id), when }
  return kind === "close" ? planProposal(ctx, shared) : planSanction(ctx, { ...shared, kind, hours })
}

interface Subject {
  item: ReportedMediaItem | null
  profile: { id: string; ownerId: string; state: string } | null
  /** The one text of the profile that it is about. */
  text: TextOfCase | null
}

function textOf({ id, subject_id: profileId, profile_text: name }: CaseRow) {
  return name === "" ? null : { caseId: id, profileId, name }
}

/** Returns the column of reports that says that they hide a subject. */
function hiddenBy({ item, text }: Subject) {
  if (item) return "hidesMedia"
  return text ? "hidesText" : "hidesProfile"
}

interface Removal {
  found: CaseRow
  subject: Subject
  rule: PolicySlug
  reason: string
  source: DecisionSource
  /** Whether it is public still; else it stays hidden. */
  takesDown: boolean
  staffId: string
  when: SQL
}

/** Plans the decision of staff that a subject goes or stays hidden, which replaces the system's, and its effect. Null without a subject. */
function planRemoval(
  ctx: Ctx,
  { found, subject: { item, profile, text }, rule, takesDown, reason, source, staffId, when }: Removal,
) {
  const subject = item ?? profile
  if (!subject) return null
  const { db } = ctx
  const now = ctx.now()
  const decision = planDecision(
    ctx,
    {
      id: newId(now),
      kind: item ? "media_removed" : text ? "text_removed" : "profile_suspended",
      userId: subject.ownerId,
      reportId: queries.firstReportOf(found.id),
      subjectId: text ? found.id : subject.id,
      field: text && fieldOfText(text.name),
      priorState: item ? "approved" : text ? null : profile?.state === "paused" ? "paused" : "published",
      policy: rule,
      facts: reason,
      source,
      isAutomatic: false,
      staffId,
      now,
    },
    when,
  )
  const effect = takesDown ? takeDown(db, { item, text, profileId: subject.id, when: decision.isRecorded }, now) : []
  return { statements: [...decision.statements, ...effect], deliver: decision.deliver }
}

/** Returns the statements that hide a picture or video, a text, or else a whole profile. */
function takeDown(
  db: Database,
  { item, text, profileId, when }: Pick<Subject, "item" | "text"> & { profileId: string; when: SQL },
  now: number,
) {
  if (item) return hideReported(db, item, when, now)
  if (text) return hideText(db, text, when, now)
  return [moveReviewedProfile(db, { id: profileId, from: ["published", "paused"], to: "suspended", when }, now)]
}

/** Returns the statements that show again what the reports of a case hid. */
async function planShowing(
  ctx: Ctx,
  { caseId, subject: { item, profile, text }, isEnded }: { caseId: string; subject: Subject; isEnded: SQL },
) {
  const { db } = ctx
  const now = ctx.now()
  if (item)
    return restoreReported(db, item, queries.isReleased(isEnded, { caseId, subject: { mediaId: item.id } }), now)
  if (text) return showText(db, { caseId, name: text.name }, isEnded)
  if (!profile) return []
  const isFree = queries.isReleased(isEnded, { caseId, subject: { profileId: profile.id } })
  const to = publishedAgain(await isLaunched(ctx))
  const move = { id: profile.id, from: ["suspended"], to, when: allOf(isFree, isInForce(profile.id, "profile_hidden")) }
  return [moveReviewedProfile(db, { ...move, from: ["suspended"] }, now)]
}
