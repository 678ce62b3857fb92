import type { ProfileTextName } from "~/db/enums"
import type { Ctx } from "../../core/context"
import type { StoredSubject } from "../../decisions/cases/queries.server"
import { existsText, type ProfileText } from "../../profiles/content/hidden-text-queries.server"
import { findReportedProfile } from "../../profiles/queries.server"
import { namedMediaItem, namedProfile } from "../page-address"
import { findReported, type ReportedMediaItem } from "../reported-media-queries.server"

type ReportedProfile = NonNullable<Awaited<ReturnType<typeof findReportedProfile>>>

/** Subject of a report, with what hiding it takes. */
export interface Subject {
  stored: StoredSubject
  item: ReportedMediaItem | null
  profile: ReportedProfile | null
  /** The one text of the profile that it is about. */
  text: (ProfileText & { ownerId: string }) | null
}

/** The names in a report, from which its subject follows. */
interface Named {
  reportId: string
  about: string
  text: ProfileTextName | undefined
  isMostUrgent: boolean
  /** The author of reported messages; null without messages. */
  authorId: string | null
}

/**
 * Returns what a report is about: the author of the messages that it copied, the picture, video or profile that its address names, or
 * nothing that we know, a subject of its own. What
 * is most urgent is about the whole profile (trust-safety R14), whichever text it names.
 */
export async function findSubject(
  ctx: Ctx,
  { reportId, about, text, isMostUrgent, authorId }: Named,
): Promise<Subject> {
  const unknown: StoredSubject = { kind: "address", id: reportId, userId: null, profileId: null }
  const nothing = { item: null, profile: null, text: null }
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
  const stored: StoredSubject = { kind: "profile", id, userId, profileId: id }
  const isPublic = ["published", "paused", "suspended"].includes(profile.state)
  const isOfText = text && isPublic && !isMostUrgent && (await existsText(ctx.db, { profileId: id, name: text }))
  if (!isOfText) return { ...nothing, stored, profile }
  return {
    ...nothing,
    stored: { ...stored, profileText: text },
    text: { profileId: id, name: text, ownerId: userId },
  }
}
