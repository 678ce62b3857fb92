import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { openDatabase } from "~/db/client.server"
import { profileLanguages, profileServices, profiles, profileTexts } from "~/db/schema"
import type { Ctx } from "~/domain/core/context"
import type { Job } from "~/domain/core/jobs"
import { notifySearches } from "~/domain/profiles/saved-searches/alerts.server"
import { createCtx } from "../../../../worker/context"
import { db, insertProfile, withoutPublicationRules } from "../../helpers/rows"

interface NewProfile extends Partial<Parameters<typeof insertProfile>[0]> {
  cityId: string
  categoryId: string
  services?: string[]
  headline?: string
}

/** Publishes a profile for the first time, without notifying anybody. */
export async function publishNew({ services = [], headline, ...row }: NewProfile) {
  const profile = await insertProfile({ ...row, state: "approved", publishedAt: null })
  const languages = profile.languages.split(",")
  await db
    .insert(profileLanguages)
    .values(languages.map((language, position) => ({ profileId: profile.id, language, position })))
  for (const serviceId of services) await db.insert(profileServices).values({ profileId: profile.id, serviceId })
  if (headline) await db.update(profileTexts).set({ headline }).where(eq(profileTexts.profileId, profile.id))
  await publishAgain(profile.id)
  return profile
}

/** Publishes a profile as its owner's press does. */
export async function publishAgain(id: string, now = Date.now()) {
  const [found] = await db.select().from(profiles).where(eq(profiles.id, id))
  await withoutPublicationRules(() =>
    db
      .update(profiles)
      .set({ state: "published", publishedAt: found?.publishedAt ?? now, updatedAt: now })
      .where(eq(profiles.id, id)),
  )
}

/** Returns a context of the queue, which collects the jobs that it enqueues, and how many rows it read. */
export function queueContext() {
  const jobs: Job[] = []
  const { db: counted, use } = openDatabase(env.DB, null)
  const ctx: Ctx = { ...createCtx(env, counted, () => undefined), enqueueJob: (job) => jobs.push(job) }
  return { ctx, jobs, use }
}

/** Notifies everybody of a new profile; returns the jobs that this enqueued. */
export async function alertOf(profileId: string): Promise<Job[]> {
  const { ctx, jobs } = queueContext()
  await notifySearches(ctx, profileId)
  return jobs
}
