import { env } from "cloudflare:workers"
import { and, eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import * as schema from "~/db/schema"
import { media, reports } from "~/db/schema"
import { deleteOwnFiles, findOwnFiles } from "~/domain/privacy/files.server"
import { newId } from "~/lib/id"
import { createFiles } from "../../../../worker/adapters/r2-files"
import { createR2Videos } from "../../../../worker/adapters/videos/r2-videos"
import { readConfig } from "../../../../worker/config"
import { production } from "../../helpers/app"
import { takeLog } from "../../helpers/log"
import { runCron, runJobs, takeJobs } from "../../helpers/mail"
import { alter, draw, insertOwner, keysBelow, rowOf, runAllJobs } from "../../helpers/media/photos"
import { pictures } from "../../helpers/media/pictures"
import { insertStaffMember } from "../../helpers/member"
import { DAY, db, insertMedia, withoutDecisionRules } from "../../helpers/rows"

beforeEach(() => void takeJobs())

const down = () => {
  throw new Error("the image service is down")
}
const noImages = { IMAGES: { info: down, input: down } }

/** Returns the types and states of the events in a member's log. */
async function eventsOf(member: { call: (method: string, path: string) => Promise<Response> }) {
  const body = (await (await member.call("GET", "/events?after=0")).json()) as {
    data: { type: string; payload: { id: string; state: string } }[]
  }
  return body.data.filter(({ type }) => type === "media").map(({ payload }) => payload.state)
}

describe("the processing of a photo", () => {
  test("each state is published to the owner's open pages, and nothing else is", async () => {
    const owner = await insertOwner()
    await owner.upload(draw(1))
    await runAllJobs()
    expect(await eventsOf(owner)).toEqual(["processing", "ready"])
  })

  test("a job that is delivered twice, or to two workers at once, is done once", async () => {
    const owner = await insertOwner()
    const { id } = await owner.upload(draw(2))
    const [job] = takeJobs()
    if (!job) throw new Error("No job")
    await Promise.all([runJobs([job]), runJobs([job]), runJobs([job])])
    await runJobs([job])
    expect(await eventsOf(owner)).toEqual(["processing", "ready"])
    // Once ready, once encoded.
    expect(await rowOf(id)).toMatchObject({ state: "ready", isEncoded: true, version: 3 })
  })

  test("a job is retried while the image service is down, then fails, and its owner retries it", async () => {
    const owner = await insertOwner()
    const { id } = await owner.upload(pictures.png)
    const jobs = takeJobs()
    expect(await runJobs(jobs, noImages)).toEqual([false])
    expect(await rowOf(id)).toMatchObject({ state: "uploaded", leaseUntil: null })
    expect((await owner.call("POST", `/me/profile/media/${id}/retry`)).status).toBe(409)
    expect(await runJobs(jobs, noImages, 5)).toEqual([true])
    expect(await owner.list()).toMatchObject([{ id, state: "failed" }])
    expect(takeLog("job.failed")).toHaveLength(2)
    const stranger = await insertOwner()
    expect((await stranger.call("POST", `/me/profile/media/${id}/retry`)).status).toBe(404)
    expect((await owner.call("POST", `/me/profile/media/${id}/retry`)).status).toBe(200)
    await runAllJobs()
    expect(await owner.list()).toMatchObject([{ id, state: "ready" }])
  })

  test("a photo whose worker died, or whose job was lost, is processed after all", async () => {
    const owner = await insertOwner()
    const lost = await owner.upload(pictures.png)
    const dead = await owner.upload(pictures.webp)
    takeJobs()
    const past = Date.now() - 10 * 60_000
    await db.update(media).set({ updatedAt: past }).where(eq(media.id, lost.id))
    await db.update(media).set({ state: "processing", leaseUntil: past, updatedAt: past }).where(eq(media.id, dead.id))
    await runCron("*/5 * * * *")
    await runAllJobs()
    expect((await owner.list()).map(({ state }) => state)).toEqual(["ready", "ready"])
  })

  test("a variant that holds more than its picture is not stored, and its photo does not become ready", async () => {
    const owner = await insertOwner()
    const { id } = await owner.upload(pictures.png)
    const IMAGES = {
      info: (stream: ReadableStream) => env.IMAGES.info(stream as never),
      input: (stream: ReadableStream) => ({
        transform: (transform: ImageTransform) => ({
          output: async (options: ImageOutputOptions) => {
            const result = await env.IMAGES.input(stream as never)
              .transform(transform)
              .output(options)
            const bytes = await new Response(result.image()).arrayBuffer()
            const image = () => new Blob([bytes, "GPSLatitude"]).stream()
            return options.format === "image/webp" ? { image } : { image: () => new Blob([bytes]).stream() }
          },
        }),
      }),
    }
    expect(await runJobs(takeJobs(), { IMAGES })).toEqual([false])
    expect(takeLog("job.failed")).toHaveLength(1)
    expect([(await rowOf(id))?.state, await keysBelow(`photos/${id}/`)]).toEqual(["uploaded", []])
  })

  test("a photo that is removed while it is processed leaves no file", async () => {
    const owner = await insertOwner()
    const { id } = await owner.upload(draw(3))
    const jobs = takeJobs()
    let isRemoved = false
    const IMAGES = {
      info: (stream: ReadableStream) => env.IMAGES.info(stream as never),
      input: (stream: ReadableStream) => {
        const removal = isRemoved ? null : owner.call("DELETE", `/me/profile/media/${id}`)
        isRemoved = true
        const input = env.IMAGES.input(stream as never)
        return {
          transform: (transform: ImageTransform) => ({
            output: async (options: ImageOutputOptions) => {
              await removal
              return input.transform(transform).output(options)
            },
          }),
        }
      },
    }
    expect(await runJobs(jobs, { IMAGES })).toEqual([true])
    await runAllJobs()
    expect([
      await owner.list(),
      await keysBelow(`photos/${id}/`),
      await keysBelow(`uploads/${owner.profile.id}/`),
    ]).toEqual([[], [], []])
  })
})

describe("the comparison with blocklists", () => {
  const hashOf = async (seed: number, size: [width: number, height: number] | [] = []) => {
    const owner = await insertOwner()
    const { id } = await owner.upload(draw(seed, ...size))
    await runAllJobs()
    return (await rowOf(id))?.pdq as string
  }
  const block = (hash: { pdq?: string; sha256?: string }) =>
    db.insert(schema.blockedHashes).values({ id: newId(Date.now()), list: "a-list", note: "", createdAt: 0, ...hash })

  test("a picture within 31 bits of a blocked one is quarantined, and staff have a P0 report of it", async () => {
    await block({ pdq: alter(await hashOf(4), 31) })
    const owner = await insertOwner()
    const { id } = await owner.upload(draw(4))
    await runAllJobs()
    expect(await rowOf(id)).toMatchObject({ state: "quarantined" })
    const found = await db.select().from(reports).where(eq(reports.mediaId, id))
    expect(found).toMatchObject([
      { priority: "P0", state: "received", details: "Hash match: list a-list, distance 31 of 256" },
    ])
    const staff = await insertStaffMember("trust_lead")
    const matches = (await (await staff.call("GET", "/admin/media/matches")).json()) as { data: { id: string }[] }
    expect(matches.data).toMatchObject([
      { id, profile_id: owner.profile.id, case_reference: found[0]?.reference.replace("R-", "C-") },
    ])
    const queue = (await (await staff.call("GET", "/admin/media")).json()) as { data: { id: string }[] }
    expect(queue.data.map((one) => one.id)).not.toContain(id)
    expect((await owner.call("GET", "/auth/me")).status).toBe(200)
  })

  test("a picture 32 bits away is not, nor is one of low quality", async () => {
    await block({ pdq: alter(await hashOf(5), 32) })
    const owner = await insertOwner()
    const { id } = await owner.upload(draw(5))
    await runAllJobs()
    expect(await rowOf(id)).toMatchObject({ state: "ready" })
    const flat = await owner.upload(pictures.png)
    await runAllJobs()
    const { pdq, pdqQuality } = (await rowOf(flat.id)) ?? {}
    expect(pdqQuality).toBeLessThan(50)
    await block({ pdq: pdq as string })
    const again = await owner.upload(pictures.webp)
    await runAllJobs()
    expect(await rowOf(again.id)).toMatchObject({ state: "ready" })
  })

  test("the whole of a cropped picture is compared too, and the file itself", async () => {
    await block({ pdq: await hashOf(6, [800, 600]) })
    const owner = await insertOwner()
    const cropped = await owner.upload(draw(6, 800, 600), { crop: "0,0,0.5,0.5" })
    await runAllJobs()
    expect(await rowOf(cropped.id)).toMatchObject({ state: "quarantined" })
    const { id } = await owner.upload(pictures.jpeg)
    await runAllJobs()
    await block({ sha256: (await rowOf(id))?.sha256 as string })
    const same = await owner.upload(pictures.jpeg)
    await runAllJobs()
    expect(await rowOf(same.id)).toMatchObject({ state: "quarantined" })
  })

  test("the owner of a quarantined photo sees what the owner of an unreadable one sees", async () => {
    await block({ pdq: await hashOf(7) })
    const owner = await insertOwner()
    const hit = await owner.upload(draw(7))
    const half = await owner.upload(draw(7).slice(0, 3_000))
    await runAllJobs()
    const seen = (await owner.list()).map(({ id: _, ...rest }) => rest)
    expect(seen).toHaveLength(2)
    const [one, other] = seen.map((mediaItem) => ({ ...mediaItem, created_at: 0 }))
    expect(one).toEqual(other)
    expect(one).toMatchObject({ state: "rejected", reason: "unprocessable", pass: null, width: null })
    expect(await eventsOf(owner)).toEqual(["processing", "rejected", "processing", "rejected"])
    for (const id of [hit.id, half.id]) {
      expect((await owner.call("POST", `/media/${id}/ticket`)).status).toBe(404)
      expect((await owner.call("PATCH", `/me/profile/media/${id}`, { version: 2, alt: { en: "x" } })).status).toBe(409)
      expect((await owner.call("POST", `/me/profile/media/${id}/retry`)).status).toBe(409)
      expect((await owner.call("DELETE", `/me/profile/media/${id}`)).status).toBe(204)
      expect((await owner.call("DELETE", `/me/profile/media/${id}`)).status).toBe(404)
    }
    expect(await owner.list()).toEqual([])
    // Staff still have what is to be looked into.
    await runAllJobs()
    expect(await rowOf(hit.id)).toMatchObject({ state: "quarantined" })
    expect(await keysBelow(`uploads/${owner.profile.id}/`)).toEqual([`uploads/${owner.profile.id}/${hit.id}`])
  })

  test("a deployment without a comparison is refused in production alone", () => {
    expect(readConfig({ ...env, HASH_MATCHER: "noop" }).HASH_MATCHER).toBe("noop")
    expect(readConfig({ ...env, ...production }).HASH_MATCHER).toBe("local")
    expect(() => readConfig({ ...env, ...production, HASH_MATCHER: "noop" })).toThrow("HASH_MATCHER")
  })
})

test("an export holds the originals that wait, and nothing of a quarantined photo but what its owner sees", async () => {
  const owner = await insertOwner()
  const waiting = await owner.upload(pictures.png)
  const hit = await owner.upload(pictures.png)
  await db.update(media).set({ state: "quarantined" }).where(eq(media.id, hit.id))
  const files = createFiles(env.MEDIA)
  const { db: own } = openDatabase(env.DB, "first-primary")
  const found = await findOwnFiles({ db: own, files }, owner.user.id)
  expect(found.map(({ name }) => name)).toEqual([`files/photos/${waiting.id}`])
  await deleteOwnFiles({ db: own, files, now: Date.now, videos: createR2Videos(env.MEDIA) }, owner.user.id)
  expect(await keysBelow(`uploads/${owner.profile.id}/`)).toEqual([])
})

describe("the sweeper", () => {
  const age = (id: string, set: Partial<typeof media.$inferInsert>) => db.update(media).set(set).where(eq(media.id, id))

  test("originals without a row, originals a week after approval, and what is left of removed photos are deleted", async () => {
    const owner = await insertOwner()
    const folder = `uploads/${owner.profile.id}/`
    const orphan = `${folder}${newId(Date.now() - 2 * 60 * 60_000)}`
    const young = `${folder}${newId(Date.now())}`
    for (const key of [orphan, young]) await env.MEDIA.put(key, "an upload whose row was never written")
    const kept = await owner.upload(pictures.png)
    const due = await owner.upload(pictures.png)
    const fresh = await owner.upload(pictures.png)
    const removed = await owner.upload(pictures.png)
    const rejected = await owner.upload(pictures.png)
    await runAllJobs()
    const now = Date.now()
    await age(due.id, { state: "approved", approvedAt: now - 7 * DAY - 1 })
    await age(fresh.id, { state: "approved", approvedAt: now - 7 * DAY + 60_000 })
    await age(removed.id, { state: "deleted", removedAt: now - DAY - 1, updatedAt: now - DAY - 1 })
    await withoutDecisionRules(() => age(rejected.id, { state: "rejected", updatedAt: now - 30 * DAY - 1 }))
    await runCron("17 3 * * *")
    const left = [young, ...[kept, fresh].map(({ id }) => `${folder}${id}`)]
    expect(await keysBelow(folder)).toEqual(left.toSorted())
    expect(await rowOf(due.id)).toMatchObject({ state: "approved", uploadKey: null })
    expect([await rowOf(removed.id), await rowOf(rejected.id)]).toEqual([undefined, undefined])
    for (const { id } of [removed, rejected]) expect(await keysBelow(`photos/${id}/`)).toEqual([])
    // Two widths, in two formats.
    for (const { id } of [kept, due, fresh]) expect(await keysBelow(`photos/${id}/`)).toHaveLength(4)
  })

  test("rejected photos stay for 30 days, and files that another medium shows stay", async () => {
    const owner = await insertOwner()
    const shared = await insertMedia({ profileId: owner.profile.id, storageKey: "test/shared" })
    const removed = await insertMedia({ profileId: owner.profile.id, storageKey: "test/shared" })
    await env.MEDIA.put("test/shared/640.webp", "a picture of both")
    const { id } = await owner.upload(draw(1).slice(0, 3_000))
    await runAllJobs()
    await age(id, { updatedAt: Date.now() - 29 * DAY })
    expect((await owner.call("DELETE", `/me/profile/media/${removed.id}`)).status).toBe(204)
    await runAllJobs()
    await age(removed.id, { updatedAt: Date.now() - 2 * DAY })
    await runCron("17 3 * * *")
    const left = await db
      .select({ id: media.id })
      .from(media)
      .where(and(eq(media.profileId, owner.profile.id)))
    expect(left.map((row) => row.id).toSorted()).toEqual([shared.id, id].toSorted())
    expect(await keysBelow("test/shared/")).toHaveLength(1)
  })
})
