import { and, eq } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { media, profiles } from "~/db/schema"

/** A photo, if everyone may see it: approved, public, and of a published profile. */
export async function findPublicPhoto(db: Database, id: string) {
  const [photo] = await db
    .select({ storageKey: media.storageKey, width: media.width })
    .from(media)
    .innerJoin(profiles, eq(profiles.id, media.profileId))
    .where(
      and(
        eq(media.id, id),
        eq(media.kind, "photo"),
        eq(media.visibility, "public"),
        eq(media.state, "approved"),
        eq(profiles.state, "published"),
      ),
    )
    .limit(1)
  return photo ?? null
}
