import { allOf, never } from "~/db/statements/conditions"
import { AppError } from "~/lib/errors"
import { requireStaff, requireStaffProof } from "../../core/actor/guards"
import { auditEntry, auditedList, auditedRead } from "../../core/audit/entries.server"
import type { Ctx } from "../../core/context"
import type { StoredFile } from "../../core/ports/files"
import { decodeKeyset, pageOf } from "../../core/shared/keyset-cursor"
import { createMail } from "../../mail/outbox.server"
import { createNotification } from "../../notifications/service.server"
import { draftProfile } from "../../profiles/editing/draft-profile.server"
import { readPicture } from "./pictures.server"
import { initialTexts, keptFor } from "./policy"
import * as queries from "./queries.server"
import type { ApplicationState, DeskApplication, DeskEntry } from "./schema"
import * as deskQueries from "./staff-queries.server"

const pageLength = 30

/**
 * Lists the applications in a state for staff, oldest submission first: a page of 30 and the next cursor. Drafts are
 * never listed. Throws what `requireStaff` does, and `cursor.invalid`.
 */
export async function listDeskApplications(
  ctx: Ctx,
  state: Exclude<ApplicationState, "draft">,
  cursor: string | null,
): Promise<{ data: DeskEntry[]; next_cursor: string | null }> {
  requireStaff(ctx, "applications.review")
  const after = cursor === null ? null : decodeKeyset(cursor, { state })
  const rows = await auditedList(
    ctx,
    { action: "application.list", target: { kind: "application", id: "list" }, filters: { state }, cursor },
    (db) => deskQueries.findDeskApplications(db, state, after, pageLength + 1),
  )
  const { shown, next_cursor } = pageOf(rows, pageLength, (row) => ({ at: row.submitted_at ?? 0, id: row.id }), {
    state,
  })
  return {
    data: shown.map(({ id, reference, state, version, first_name, city, category, ...row }) => ({
      id,
      reference,
      state,
      version,
      first_name,
      city,
      category,
      is_member: row.user_id !== null,
      pictures: row.pictures,
      submitted_at: row.submitted_at,
      updated_at: row.updated_at,
    })),
    next_cursor,
  }
}

/**
 * Returns a submitted application in full, for staff, and records that it was read. Throws what `requireStaff` does, and
 * `request.not_found`.
 */
export async function getDeskApplication(ctx: Ctx, id: string): Promise<DeskApplication> {
  const { user } = requireStaff(ctx, "applications.review")
  const [found, handling] = await auditedRead(
    ctx,
    { action: "application.read", target: { kind: "application", id } },
    (db) => Promise.all([queries.findApplication(db, deskQueries.submittedOf(id)), deskQueries.findHandling(db, id)]),
  )
  if (!found) throw new AppError("request.not_found")
  return { ...found, staff: handling?.staff ?? null, is_yours: handling?.user_id === user.id }
}

/** Opens one of its pictures (WebP), for staff: the entry of the application stands for all. Throws as `getDeskApplication` does. */
export async function openDeskPicture(ctx: Ctx, id: string, pictureId: string): Promise<StoredFile> {
  const { pictures } = await getDeskApplication(ctx, id)
  return readPicture(ctx, id, pictures, pictureId)
}

/** How each act of staff changes the state. */
const moves = {
  take: { from: "submitted", to: "in_review" },
  request_changes: { from: "in_review", to: "changes_requested" },
  accept: { from: "in_review", to: "accepted" },
  decline: { from: "in_review", to: "declined" },
} as const satisfies Record<string, { from: ApplicationState; to: ApplicationState }>
export type DeskMove = keyof typeof moves

/**
 * Applies a staff action to version `version` of an application, with a `note` of the reasons; notifies the applicant
 * unless it is `take`. An accepted member owns a draft profile with what they wrote; a visitor gets it once they have an
 * account (claimLinked). Staff cannot decide on their own application. Throws what `requireStaffProof` does,
 * `request.not_found`, and `conflict.changed` if state or version differ.
 */
export async function moveApplication(
  ctx: Ctx,
  id: string,
  { move, version, note = null }: { move: DeskMove; version: number; note?: string | null },
): Promise<void> {
  const { user: staff } = requireStaffProof(ctx, "applications.review")
  const { from, to } = moves[move]
  const now = ctx.now()
  const asRead = deskQueries.isAsReadByStaff({ id, state: from, version, staffId: staff.id })
  const isNotified = move === "take" ? never : queries.existsApplication(asRead)
  const mail =
    to === "in_review"
      ? null
      : createMail(ctx, {
          ...queries.applicantOf(id),
          template: "application",
          data: { applicationId: id, state: to },
          when: isNotified,
        })
  const news = createNotification(ctx, {
    ...deskQueries.notifiedOf(id),
    type: "review",
    subject: `application:${id}`,
    state: to,
    when: isNotified,
  })
  const lifetime = to === "changes_requested" || to === "declined" ? keptFor[to] : null
  const moving = deskQueries.updateByStaff(
    ctx.db,
    asRead,
    {
      state: to,
      version: version + 1,
      staffId: staff.id,
      expiresAt: lifetime && now + lifetime,
      ...(move !== "take" && { note, decidedAt: now }),
    },
    now,
  )
  const isMade = allOf(queries.existsApplication(asRead), queries.existsApplication(queries.isOfMember(id)))
  const profile =
    move === "accept"
      ? draftProfile(ctx, queries.memberOf(id), initialTexts(await getDeskApplication(ctx, id)), isMade)
      : null
  const [notificationRows, ...written] = await ctx.db.batch([
    news.insert,
    ...(mail ? [mail.insert] : []),
    ...(profile?.statements ?? []),
    moving,
    auditEntry(ctx, { action: `application.${move}`, target: { kind: "application", id }, details: { state: to } }),
  ])
  if (!written.at(-2)?.meta.changes) {
    await getDeskApplication(ctx, id)
    throw new AppError("conflict.changed")
  }
  news.publish(notificationRows)
  mail?.enqueue()
  // A visitor's are copied once an account has claimed the profile.
  if (profile) ctx.enqueueJob({ kind: "application_pictures", applicationId: id, profileId: profile.id })
}
