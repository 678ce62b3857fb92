import type { Ctx } from "../../core/context"
import type { StoredSubject } from "../../decisions/cases/queries.server"
import { findReportedProfile } from "../../profiles/queries.server"
import { namedMediaItem, namedProfile } from "../page-address"
import { findReported, type ReportedMediaItem } from "../reported-media-queries.server"

type ReportedProfile = NonNullable<Awaited<ReturnType<typeof findReportedProfile>>>

/** Subject of a report, with what hiding it takes. */
export interface Subject {
  stored: StoredSubject
  item: ReportedMediaItem | null
  profile: ReportedProfile | null
}

/**
 * Returns what a report is about: the author of the messages that it copied, the picture, video or profile that its address names, or
 * nothing that we know, a subject of its own.
 */
export async function findSubject(
  ctx: Ctx,
  { reportId, about, authorId }: { reportId: string; about: string; authorId: string | null },
): Promise<Subject> {
  const unknown: StoredSubject = { kind: "address", id: reportId, userId: null, profileId: null }
  const nothing = { item: null, profile: null }
  if (authorId !== null)
    return { ...nothing, stored: { kind: "member", id: authorId, userId: authorId, profileId: null } }
  const mediaId = namedMediaItem(about)
  const item = mediaId === null ? null : await findReported(ctx.db, mediaId)
  if (item) {
    const { id, ownerId: userId, profileId } = item
    return { ...nothing, stored: { kind: "media", id, userId, profileId }, item }
  }
  const slug = namedProfile(about)
  const profile = slug === null ? null : await findReportedProfile(ctx.db, { slug })
  if (!profile) return { ...nothing, stored: unknown }
  const { id, ownerId: userId } = profile
  return { ...nothing, stored: { kind: "profile", id, userId, profileId: id }, profile }
}
