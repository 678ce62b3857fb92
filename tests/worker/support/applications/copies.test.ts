import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { media, profiles } from "~/db/schema"
import { copyPictures } from "~/domain/support/applications/copies.server"
import { type DeskMove, getDeskApplication, moveApplication } from "~/domain/support/applications/staff.server"
import {
  declarations,
  filesOf,
  fillIn,
  newApplicant,
  picturesOf,
  sendIn,
  staffCtx,
  statusPathOf,
} from "../../helpers/applicant"
import { linkIn, receive, runJobs, submit, takeJobs } from "../../helpers/mail"
import { keysBelow, runAllJobs } from "../../helpers/media/photos"
import { insertMember } from "../../helpers/member"
import { db } from "../../helpers/rows"

beforeEach(() => void takeJobs())

async function decide(id: string, move: DeskMove): Promise<void> {
  const { ctx } = await staffCtx()
  for (const step of ["take", move] as const) {
    const { version } = await getDeskApplication(ctx, id)
    await moveApplication(ctx, id, { move: step, version })
  }
}

/** Returns a member whose application, with two pictures, was sent. */
async function insertApplicant() {
  const member = await insertMember()
  const applicant = newApplicant(member.cookie)
  const id = await fillIn(applicant)
  await applicant.step("send", declarations)
  takeJobs()
  return { member, applicant, id }
}

async function photosOf(ownerId: string) {
  const [profile] = await db.select().from(profiles).where(eq(profiles.ownerId, ownerId))
  return db
    .select()
    .from(media)
    .where(eq(media.profileId, profile?.id ?? ""))
    .orderBy(media.position)
}

describe("the pictures of an accepted application", () => {
  test("are copied to the draft profile in order, private, and processed like any upload", async () => {
    const { member, id } = await insertApplicant()
    await decide(id, "accept")
    await runAllJobs()
    const photos = await photosOf(member.user.id)
    expect(photos).toMatchObject([
      { visibility: "private", state: "ready", isEncoded: true },
      { visibility: "private", state: "ready", isEncoded: true },
    ])
    const pictures = await picturesOf(id)
    expect(photos.map(({ clientId }) => clientId)).toEqual(pictures.map((picture) => picture.id).toSorted())
    // The casting's own files are neither moved nor deleted.
    expect(await filesOf(id)).toHaveLength(2)
  })

  test("are copied once, however often the job is delivered, and not again once the owner removed them", async () => {
    const { member, id } = await insertApplicant()
    await decide(id, "accept")
    const jobs = takeJobs().filter(({ kind }) => kind === "application_pictures")
    expect(jobs).toMatchObject([{ applicationId: id }])
    await Promise.all([runJobs(jobs), runJobs(jobs)])
    await runJobs(jobs)
    const photos = await photosOf(member.user.id)
    expect(photos).toHaveLength(2)
    const uploads = await keysBelow(`uploads/${photos[0]?.profileId}/`)
    expect(uploads).toEqual(photos.map(({ uploadKey }) => uploadKey).toSorted())
    expect((await member.call("DELETE", `/me/profile/media/${photos[0]?.id}`)).status).toBe(204)
    await runJobs(jobs)
    expect((await photosOf(member.user.id)).filter(({ state }) => state !== "deleted")).toHaveLength(1)
  })

  test("that are gone from the store are skipped", async () => {
    const { member, id } = await insertApplicant()
    const [gone] = await filesOf(id)
    await env.MEDIA.delete(gone as string)
    await decide(id, "accept")
    await runAllJobs()
    expect(await photosOf(member.user.id)).toHaveLength(1)
  })

  test("of a visitor are copied to the account that claims the profile, and to no other", async () => {
    const { id, email } = await sendIn(newApplicant())
    await decide(id, "accept")
    await runAllJobs()
    const link = statusPathOf(linkIn(await receive(email)))
    const member = await insertMember()
    await submit(link, { intent: "claim" }, { headers: { Cookie: member.cookie } })
    const jobs = takeJobs()
    const stranger = await insertApplicant()
    await decide(stranger.id, "accept")
    const [foreign] = await photosOf(stranger.member.user.id)
    expect(foreign).toBeUndefined()
    const [profile] = await db.select().from(profiles).where(eq(profiles.ownerId, stranger.member.user.id))
    await runJobs([{ kind: "application_pictures", applicationId: id, profileId: profile?.id ?? "" }])
    expect(await photosOf(stranger.member.user.id)).toEqual([])
    await runJobs(jobs)
    expect(await photosOf(member.user.id)).toHaveLength(2)
  })

  test("are deleted from the profile too when the application is withdrawn, and no late job brings them back", async () => {
    const { member, id } = await insertApplicant()
    await decide(id, "accept")
    const jobs = takeJobs()
    await runJobs(jobs)
    await runAllJobs()
    const [photo] = await photosOf(member.user.id)
    const link = linkIn(await receive(member.user.email))
    expect((await submit(link, { intent: "withdraw" })).status).toBe(200)
    await runAllJobs()
    await runJobs(jobs)
    expect((await photosOf(member.user.id)).map(({ state }) => state)).toEqual(["deleted", "deleted"])
    expect(await keysBelow(`photos/${photo?.id}/`)).toEqual([])
    expect(await keysBelow(`uploads/${photo?.profileId}/`)).toEqual([])
    expect(await filesOf(id)).toEqual([])
  })

  test("are not copied once the application is withdrawn while they are being read", async () => {
    const { member, id } = await insertApplicant()
    await decide(id, "accept")
    const link = linkIn(await receive(member.user.email))
    const [profile] = await db.select().from(profiles).where(eq(profiles.ownerId, member.user.id))
    const { ctx } = await staffCtx()
    const read = async (key: string) => {
      const file = await ctx.files.read(key)
      await submit(link, { intent: "withdraw" })
      return file
    }
    const files = { ...ctx.files, read }
    await copyPictures({ ...ctx, files }, { applicationId: id, profileId: profile?.id ?? "" })
    expect(await photosOf(member.user.id)).toEqual([])
    expect(await keysBelow(`uploads/${profile?.id}/`)).toEqual([])
  })
})
