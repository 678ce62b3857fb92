import type { SQL } from "drizzle-orm"
import { always } from "~/db/statements/conditions"
import { newId } from "~/lib/id"
import type { Ctx } from "../core/context"
import { isWithin } from "../core/shared/rate-limit.server"
import { openCaseOf } from "../decisions/cases/queries.server"
import { planDecision } from "../decisions/decisions.server"
import { fieldOfText } from "../decisions/kinds"
import type { NewDecision } from "../decisions/queries.server"
import { hideText, isTextShown } from "../profiles/content/hidden-text-queries.server"
import { isProfileState, moveReviewedProfile } from "../profiles/state-queries.server"
import type { Subject } from "./cases/subjects.server"
import { type Priority, policyOfCategory, type ReportCategory } from "./categories"
import { wasCleared } from "./queries.server"
import { hideReported, isMediaState } from "./reported-media-queries.server"

/** How long (ms) new reports cannot hide what staff reviewed and restored. */
const clearedFor = 30 * 24 * 60 * 60 * 1_000

interface Hiding {
  reportId: string
  subject: Subject
  category: ReportCategory
  priority: Priority
  isSuspect: boolean
  /** Epoch ms. */
  now: number
}

const nothing = {
  mediaId: null,
  hidesMedia: false,
  profileId: null,
  hidesProfile: false,
  hidesText: false,
  statements: [],
  notification: null,
  deliver: () => {},
}

/**
 * Returns how a report affects its subject (trust-safety R14): P0 and P1 hide a picture, a video or a text, P0 also a whole profile, unless staff
 * cleared it recently or this network has hidden too many. `statements` and `notification` belong after the case and the report; `deliver`
 * sends the owner the statement of reasons.
 */
export async function planHiding(ctx: Ctx, hiding: Hiding) {
  const { item, text, profile } = hiding.subject
  if (item) return planMediaHiding(ctx, item, hiding)
  if (text) return planTextHiding(ctx, text, hiding)
  return profile ? planProfileHiding(ctx, profile, hiding) : nothing
}

async function planMediaHiding(ctx: Ctx, item: NonNullable<Subject["item"]>, hiding: Hiding) {
  const hidesMedia =
    ["approved", "reported"].includes(item.state) &&
    (await mayHide(ctx, hiding, ["P0", "P1"], { mediaId: item.id, since: hiding.now - clearedFor }))
  const named = { ...nothing, mediaId: item.id, hidesMedia }
  if (!hidesMedia) return named
  const decision = planHidden(
    ctx,
    hiding,
    { kind: "media_hidden", userId: item.ownerId, subjectId: item.id, priorState: "approved" },
    isMediaState(item.id, "approved"),
  )
  // Also if it is hidden already: staff may be restoring it concurrently.
  const statements = [...decision.statements, ...hideReported(ctx.db, item, always, hiding.now)]
  return { ...named, statements, notification: decision.notification, deliver: decision.deliver }
}

async function planTextHiding(ctx: Ctx, text: NonNullable<Subject["text"]>, hiding: Hiding) {
  const { profileId, name, ownerId } = text
  const caseId = openCaseOf(hiding.subject.stored)
  const hidesText = await mayHide(ctx, hiding, ["P1"], { profileId, name, since: hiding.now - clearedFor })
  const named = { ...nothing, profileId, hidesText }
  if (!hidesText) return named
  const decision = planHidden(
    ctx,
    hiding,
    { kind: "text_hidden", userId: ownerId, subjectId: caseId, field: fieldOfText(name) },
    isTextShown(text),
  )
  const statements = [
    ...decision.statements,
    ...hideText(ctx.db, { caseId, profileId, name }, decision.isRecorded, hiding.now),
  ]
  return { ...named, statements, notification: decision.notification, deliver: decision.deliver }
}

async function planProfileHiding(ctx: Ctx, profile: NonNullable<Subject["profile"]>, hiding: Hiding) {
  const hidesProfile =
    ["published", "suspended"].includes(profile.state) &&
    (await mayHide(ctx, hiding, ["P0"], { profileId: profile.id, since: hiding.now - clearedFor }))
  const named = { ...nothing, profileId: profile.id, hidesProfile }
  if (!hidesProfile) return named
  const isPublished = isProfileState(profile.id, "published")
  const decision = planHidden(
    ctx,
    hiding,
    { kind: "profile_hidden", userId: profile.ownerId, subjectId: profile.id, priorState: "published" },
    isPublished,
  )
  const move = { id: profile.id, from: ["published"], to: "suspended", when: decision.isRecorded } as const
  const statements = [...decision.statements, moveReviewedProfile(ctx.db, move, hiding.now)]
  return { ...named, statements, notification: decision.notification, deliver: decision.deliver }
}

/** Whether a report hides something: it is urgent, no flood and no bot, staff did not clear its subject, and its network may. */
async function mayHide(
  ctx: Ctx,
  { priority, isSuspect }: Hiding,
  urgent: readonly Priority[],
  cleared: Parameters<typeof wasCleared>[1],
): Promise<boolean> {
  return (
    urgent.includes(priority) &&
    !isSuspect &&
    !(await wasCleared(ctx.db, cleared)) &&
    (await isWithin(ctx, "moderation.report.hide", ctx.client.address))
  )
}

type Hidden = Pick<NewDecision, "kind" | "subjectId" | "priorState"> & { userId: string; field?: string }

/** Plans the decision of the system that hides a subject. */
function planHidden(ctx: Ctx, { reportId, category, now }: Hiding, hidden: Hidden, when: SQL) {
  return planDecision(
    ctx,
    {
      field: null,
      ...hidden,
      id: newId(now),
      reportId,
      policy: policyOfCategory[category],
      facts: null,
      source: "notice",
      isAutomatic: true,
      staffId: null,
      now,
    },
    when,
  )
}
