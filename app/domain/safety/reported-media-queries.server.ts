import { type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import type { media } from "~/db/schema"
import { moveMediaItem } from "../media/queries.server"
import { averageColor } from "../media/service.server"
import { summarizeMedia } from "../media/summary-queries.server"

/** A picture or video that a report names. */
export interface ReportedMediaItem {
  id: string
  state: (typeof media.$inferSelect)["state"]
  profileId: string
  ownerId: string
  /** `#rrggbb` by id, of each public photo of the profile: one of them becomes its cover. */
  colors: Record<string, string>
}

/** A safety limit, more than any profile shows. */
const maxPhotos = 500

/** Returns a media item by its id, in any state: one round trip. */
export async function findReported(db: Database, id: string): Promise<ReportedMediaItem | null> {
  const [[mediaItem], photos] = await read(
    db,
    sql<{
      state: ReportedMediaItem["state"]
      profile_id: string
      owner_id: string
    }>`SELECT m.state, m.profile_id, p.owner_id FROM media AS m JOIN profiles AS p ON p.id = m.profile_id WHERE m.id = ${id}`,
    sql<{ id: string; thumbhash: string }>`
      SELECT id, thumbhash FROM media WHERE profile_id = (SELECT profile_id FROM media WHERE id = ${id})
        AND kind = 'photo' AND visibility = 'public' LIMIT ${maxPhotos}`,
  )
  if (!mediaItem) return null
  const colors = Object.fromEntries(photos.map((photo) => [photo.id, averageColor(photo.thumbhash)]))
  const { state, profile_id: profileId, owner_id: ownerId } = mediaItem
  return { id, state, profileId, ownerId, colors }
}

/** SQL condition: the media item is in this state. */
export function isMediaState(id: string, state: ReportedMediaItem["state"]): SQL {
  return sql`EXISTS (SELECT 1 FROM media WHERE id = ${id} AND state = ${state})`
}

/** Returns the statements that hide an approved media item if `when` holds (trust-safety R14). */
export function hideReported(db: Database, mediaItem: ReportedMediaItem, when: SQL, now: number) {
  return moveReported(db, { mediaItem, from: "approved", to: "reported", when, now })
}

/** Returns the statements that restore a hidden media item if `when` holds. */
export function restoreReported(db: Database, mediaItem: ReportedMediaItem, when: SQL, now: number) {
  return moveReported(db, { mediaItem, from: "reported", to: "approved", when, now })
}

type State = ReportedMediaItem["state"]

interface ReportedMove {
  mediaItem: ReportedMediaItem
  from: State
  to: State
  when: SQL
  now: number
}

function moveReported(db: Database, { mediaItem: { id, profileId, colors }, from, to, when, now }: ReportedMove) {
  return [moveMediaItem(db, id, { from, to, when }, now), summarizeMedia(db, profileId, colors, now)] as const
}
