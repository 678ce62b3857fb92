import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { agreementSignatures, pages } from "~/db/schema"
import { DAY, db, insertPage } from "../helpers/rows"
import { insertOwner, workshopOf } from "../workshop/people"
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
const upload = async (owner: Awaited<ReturnType<typeof insertUnsigned>>) =>
  owner.call("POST", "/me/profile/photos?client_id=client-one&visibility=public")
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

  test("of an older version blocks uploads after 30 days, and nothing else", async () => {
    const owner = await insertUnsigned()
    await sign(owner)
    await replace(29 * DAY)
    expect(await codeIn(await upload(owner))).not.toBe("agreement.superseded")
    await replace(31 * DAY)
    const refused = await upload(owner)
    expect([refused.status, await codeIn(refused)]).toEqual([409, "agreement.superseded"])
    expect((await owner.call("POST", "/me/profile/publication")).status).toBe(200)
    await sign(owner, 2)
    expect(await codeIn(await upload(owner))).not.toBe("agreement.superseded")
  })

  test("and the identity check are signed and shown on the owner's page", async () => {
    const owner = await insertUnsigned()
    const page = await (await owner.open("/profile/escort/identity")).text()
    expect(page).toContain(text.body)
    expect(page).toContain("Identity and age confirmed on")
  })
})
