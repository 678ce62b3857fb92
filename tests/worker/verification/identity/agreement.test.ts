import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { agreementSignatures, pages } from "~/db/schema"
import { pathPolicies } from "~/page-policy"
import { DAY, db, insertPage } from "../../helpers/rows"
import { insertOwner, workshopOf } from "../../profiles/editing/people"
import { codeIn } from "./checks"

const text = { title: "Agreement", body: "What you offer is non-sexual." }

beforeEach(async () => {
  await db.delete(pages).where(eq(pages.slug, "agreement/provider"))
  await insertPage({ slug: "agreement/provider" }, text)
})

/** Inserts an owner who has not signed. */
async function insertUnsigned() {
  const owner = await insertOwner("approved")
  await db.delete(agreementSignatures).where(eq(agreementSignatures.userId, owner.user.id))
  return owner
}

const sign = (owner: Awaited<ReturnType<typeof insertUnsigned>>, version = 1) =>
  owner.call("POST", "/me/agreement/signature", { version, name: "Ada Lovelace", accepts: true })
/** Tries every upload that a superseded agreement blocks; returns each one's error code, or status. */
async function tryUploads(owner: Awaited<ReturnType<typeof insertUnsigned>>, videoId: string, client: string) {
  const uploads: [string, string, object?][] = [
    ["POST", `/me/profile/photos?client_id=${client}&visibility=public`],
    ["POST", "/me/profile/videos", { client_id: client, bytes: 1_000, visibility: "public" }],
    ["PUT", `/me/profile/videos/${videoId}/poster?version=1`],
    ["PUT", `/me/profile/videos/${videoId}/captions/fr?version=1`],
  ]
  const codes = []
  for (const [method, path, body] of uploads) {
    const response = await owner.call(method, path, body)
    codes.push(response.ok ? response.status : await codeIn(response))
  }
  return codes
}

const replace = (ago: number) =>
  db
    .update(pages)
    .set({ version: 2, updatedAt: Date.now() - ago })
    .where(eq(pages.slug, "agreement/provider"))

describe("the agreement", () => {
  test("is signed once, with the version, the text's hash and an encrypted name", async () => {
    const owner = await insertUnsigned()
    expect((await workshopOf(owner)).checklist).toContainEqual({ item: "agreement", state: "missing" })
    const signed = await Promise.all([sign(owner), sign(owner)])
    expect(signed.map(({ status }) => status)).toEqual([200, 200])
    const rows = await db.select().from(agreementSignatures).where(eq(agreementSignatures.userId, owner.user.id))
    expect(rows).toMatchObject([{ version: 1, locale: "en", textHash: expect.stringMatching(/^[0-9a-f]{64}$/) }])
    expect(JSON.stringify(rows)).not.toMatch(/Ada|Lovelace/)
    expect((await workshopOf(owner)).checklist).toContainEqual({ item: "agreement", state: "done" })
  })

  test("is not signed in a version that is not the current one, or without being accepted", async () => {
    const owner = await insertUnsigned()
    await replace(0)
    expect(await codeIn(await sign(owner))).toBe("conflict.changed")
    const body = { version: 2, name: "Ada Lovelace", accepts: false }
    expect((await owner.call("POST", "/me/agreement/signature", body)).status).toBe(422)
    expect(await db.select().from(agreementSignatures).where(eq(agreementSignatures.userId, owner.user.id))).toEqual([])
  })

  test("of an older version blocks every upload to the profile after 30 days, and nothing else", async () => {
    const owner = await insertUnsigned()
    await sign(owner)
    const video = { client_id: "client-one", bytes: 1_000, visibility: "public" }
    const { id } = await (await owner.call("POST", "/me/profile/videos", video)).json<{ id: string }>()
    await replace(29 * DAY)
    expect(await tryUploads(owner, id, "client-two")).not.toContain("agreement.superseded")
    await replace(31 * DAY)
    expect(await tryUploads(owner, id, "client-three")).toEqual(Array(4).fill("agreement.superseded"))
    expect((await owner.call("POST", "/me/profile/publication")).status).toBe(200)
    await sign(owner, 2)
    expect(await tryUploads(owner, id, "client-four")).not.toContain("agreement.superseded")
  })

  test("is asked for by every address that takes a file, but for those that are no new picture of a profile", () => {
    const taken = pathPolicies.filter(({ upload }) => upload).map(({ path, upload }) => `${upload} ${path}`)
    expect(taken.toSorted()).toEqual([
      "POST /api/applications/:id/pictures", // the agreement is signed later
      "POST /api/me/profile/photos",
      "PUT /api/me/avatar", // the account's, not the profile's
      "PUT /api/me/profile/videos/:id/(parts|captions)/:id", // parts go on with an upload that was opened in time
      "PUT /api/me/profile/videos/:id/poster",
    ])
  })

  test("and the identity check are signed and shown on the owner's page", async () => {
    const owner = await insertUnsigned()
    const page = await (await owner.open("/profile/escort/identity")).text()
    expect(page).toContain(text.body)
    expect(page).toContain("Identity and age confirmed in")
  })
})
