import type { SQL } from "drizzle-orm"
import { batch } from "~/db/statements/batch"
import { allOf } from "~/db/statements/conditions"
import { newId } from "~/lib/id"
import { requireStaffProof } from "../../core/actor/guards"
import { auditEntry } from "../../core/audit/entries.server"
import type { Ctx } from "../../core/context"
import { isLaunched } from "../../core/readiness/gate.server"
import { endCase, isEndedNow, isWorkable, markEnding } from "../../decisions/cases/queries.server"
import { planDecision } from "../../decisions/decisions.server"
import { fieldOfText } from "../../decisions/kinds"
import { isInForce } from "../../decisions/queries.server"
import { hideText, type ProfileText, showText } from "../../profiles/content/hidden-text-queries.server"
import { findReportedProfile } from "../../profiles/queries.server"
import { moveReviewedProfile, publishedAgain } from "../../profiles/state-queries.server"
import { policyOfCategory } from "../categories"
import * as queries from "../queries.server"
import { findReported, hideReported, type ReportedMediaItem, restoreReported } from "../reported-media-queries.server"
import type { CaseRow } from "./desk-queries.server"
import { endQuestions } from "./questions/queries.server"
import { closedAtOnce, planReportEnd } from "./reports.server"
import type { ActionForm, DismissalForm } from "./schema"
import { isUp, refusalOf, requireCase } from "./staff.server"

/**
 * Ends a case without action, for staff: restores what its reports hid, unless those of another case hide it too (trust-safety R14), and
 * mails each reporter the decision with its reasons. A manifestly unfounded one counts against the members who reported it (R38). Throws
 * what `requireStaffProof` does, `request.not_found`, also for one's own case, `cases.claimed` while somebody else holds it, and
 * `conflict.changed` for an ended one.
 */
export async function dismissCase(ctx: Ctx, reference: string, { reason, unfounded }: DismissalForm): Promise<void> {
  await endWith(ctx, reference, { state: "no_action", reason, isUnfounded: unfounded, removes: false })
}

/**
 * Ends a case that staff acted on: what its reports hid stays hidden, or `removes` takes it down now, and its owner reads why. Mails each
 * reporter the reasons. Throws what `dismissCase` does.
 */
export async function actOnCase(ctx: Ctx, reference: string, { reason, removes }: ActionForm): Promise<void> {
  await endWith(ctx, reference, { state: "actioned", reason, isUnfounded: false, removes })
}

interface End {
  state: "no_action" | "actioned"
  reason: string
  isUnfounded: boolean
  removes: boolean
}

async function endWith(ctx: Ctx, reference: string, { state, reason, isUnfounded, removes }: End): Promise<void> {
  const { user: staff } = requireStaffProof(ctx, "reports.decide")
  const { db } = ctx
  const now = ctx.now()
  const found = await requireCase(ctx, reference, staff.id)
  const reports = await queries.findOpenReports(db, found.id, closedAtOnce)
  const item = found.subject_kind === "media" ? await findReported(db, found.subject_id) : null
  const profile = found.subject_kind === "profile" ? await findReportedProfile(db, { id: found.subject_id }) : null
  const subject = { item, profile, text: textOf(found) }
  // If two end it concurrently, the second one's statements do nothing.
  const mayEnd = isWorkable(found.id, staff.id, now)
  const isEnded = isEndedNow(found.id, { state, staffId: staff.id }, now)
  const isActed = state === "actioned"
  const outcome = { state, staffId: staff.id, reason, isUnfounded }
  const ends = reports.map((report) => planReportEnd(ctx, report, outcome, isEnded))
  const removal =
    isActed && (found.hides === 1 || (removes && isUp(found)))
      ? planRemoval(ctx, { found, subject, reason, staffId: staff.id, when: mayEnd })
      : null
  const { ended } = await batch(db, {
    decided: removal?.statements ?? [],
    ended: endCase(db, found.id, outcome, now),
    audited: auditEntry(ctx, {
      action: isActed ? "case.act" : "case.dismiss",
      target: { kind: "case", id: reference },
      ...(isUnfounded && { details: { unfounded: true } }),
      ...(removes && { details: { removes: true } }),
    }),
    held: removal ? queries.markHiding(db, found.id, { hides: hiddenBy(subject), when: isEnded }) : null,
    questions: endQuestions(db, found.id, isEnded),
    reports: ends.flatMap(({ statements }) => statements),
    marked: markEnding(db, found.id),
    shown:
      state === "no_action" && found.hides === 1 ? await planShowing(ctx, { caseId: found.id, subject, isEnded }) : [],
  })
  if (ended.meta.changes === 0) throw refusalOf(found, staff.id, now)
  for (const { deliver } of ends) deliver()
  removal?.deliver(null)
}

interface Subject {
  item: ReportedMediaItem | null
  profile: { id: string; ownerId: string; state: string } | null
  /** The one text of the profile that it is about. */
  text: ProfileText | null
}

function textOf({ subject_id: profileId, profile_text: name }: CaseRow): ProfileText | null {
  return name === "" ? null : { profileId, name }
}

/** Returns the column of reports that says that they hide a subject. */
function hiddenBy({ item, text }: Subject) {
  if (item) return "hidesMedia"
  return text ? "hidesText" : "hidesProfile"
}

interface Removal {
  found: CaseRow
  subject: Subject
  reason: string
  staffId: string
  when: SQL
}

/** Plans the decision of staff that a subject goes or stays hidden, which replaces the system's, and its effect. Null without a subject. */
function planRemoval(ctx: Ctx, { found, subject: { item, profile, text }, reason, staffId, when }: Removal) {
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
      subjectId: subject.id,
      field: text && fieldOfText(text.name),
      priorState: item ? "approved" : text ? null : profile?.state === "paused" ? "paused" : "published",
      policy: policyOfCategory[found.category],
      facts: reason,
      source: "notice",
      isAutomatic: false,
      staffId,
      now,
    },
    when,
  )
  const effect = item
    ? hideReported(db, item, decision.isRecorded, now)
    : text
      ? hideText(db, text, decision.isRecorded, now)
      : [
          moveReviewedProfile(
            db,
            { id: subject.id, from: ["published", "paused"], to: "suspended", when: decision.isRecorded },
            now,
          ),
        ]
  return { statements: [...decision.statements, ...effect], deliver: decision.deliver }
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
  if (text) {
    const isHidden = isInForce(text.profileId, "text_hidden", fieldOfText(text.name))
    return showText(db, text, allOf(queries.isReleased(isEnded, { caseId, subject: text }), isHidden))
  }
  if (!profile) return []
  const isFree = queries.isReleased(isEnded, { caseId, subject: { profileId: profile.id } })
  const to = publishedAgain(await isLaunched(ctx))
  const move = { id: profile.id, from: ["suspended"], to, when: allOf(isFree, isInForce(profile.id, "profile_hidden")) }
  return [moveReviewedProfile(db, { ...move, from: ["suspended"] }, now)]
}
