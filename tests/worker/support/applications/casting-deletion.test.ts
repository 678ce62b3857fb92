import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import { applications } from "~/db/schema"
import type { Ctx } from "~/domain/core/context"
import { saveApplication, sweepApplications, withdrawApplication } from "~/domain/support/applications/service.server"
import { createCtx } from "../../../../worker/context"
import { applicationOf, declarations, filesOf, fillIn, newApplicant, picturesOf } from "../../helpers/applicant"
import { mailBindings } from "../../helpers/mail"
import { db } from "../../helpers/rows"

const newCtx = (): Ctx =>
  createCtx({ ...env, ...mailBindings } as unknown as Env, openDatabase(env.DB, "first-primary").db, () => {})

/** Returns a context that runs `act` right after its first hand-written query. */
function overtaken(action: () => Promise<unknown>): Ctx {
  const ctx = newCtx()
  const { $client } = ctx.db
  let isFirst = true
  const batch = async (statements: D1PreparedStatement[]) => {
    const results = await $client.batch(statements)
    if (isFirst) await action()
    isFirst = false
    return results
  }
  return { ...ctx, db: Object.assign(Object.create(ctx.db), { $client: { ...$client, batch } }) }
}

/** Returns a draft past its retention, with its secret. */
async function expiredDraft(expiresAt: number) {
  const applicant = newApplicant()
  const id = await fillIn(applicant)
  await db.update(applications).set({ expiresAt }).where(eq(applications.id, id))
  return { id, secret: applicant.secret() }
}

const isGone = async (id: string) => {
  expect([await applicationOf(id), await filesOf(id), await picturesOf(id)]).toEqual([undefined, [], []])
}

describe("the deletion of expired drafts", () => {
  test("a draft that its applicant saves while the nightly cron deletes others is not deleted", async () => {
    const [first, second] = [await expiredDraft(Date.now() - 2), await expiredDraft(Date.now() - 1)]
    const ctx = newCtx()
    let isSaved = false
    const list = async (prefix: string) => {
      if (!isSaved) await saveApplication(ctx, second.secret, second.id, { first_name: "Zoe" })
      isSaved = true
      return ctx.files.list(prefix)
    }
    await sweepApplications({ ...ctx, files: { ...ctx.files, list } })
    await isGone(first.id)
    expect(await applicationOf(second.id)).toMatchObject({ state: "draft", firstName: "Zoe" })
    expect([(await filesOf(second.id)).length, (await picturesOf(second.id)).length]).toEqual([2, 2])
  })

  test("a deletion of a draft that the file store interrupts is closed to its applicant, and finished the next night", async () => {
    const { id, secret } = await expiredDraft(Date.now() - 1)
    const ctx = newCtx()
    const broken = { ...ctx.files, delete: () => Promise.reject(new Error("R2 does not respond")) }
    const failed: unknown[] = []
    await sweepApplications({
      ...ctx,
      files: broken,
      logError: (event, _, fields) => failed.push({ event, ...fields }),
    })
    expect(failed).toEqual([{ event: "cron.item_failed", item: id }])
    await expect(saveApplication(ctx, secret, id, { first_name: "Zoe" })).rejects.toMatchObject({
      code: "casting.sent",
    })
    expect(await filesOf(id)).toHaveLength(2)
    await sweepApplications(ctx)
    await isGone(id)
  })
})

test("a draft that another tab submits while it is deleted stays submitted, with its pictures", async () => {
  const applicant = newApplicant()
  const id = await fillIn(applicant)
  const ctx = overtaken(() => applicant.step("send", { ...declarations, email: "other-tab@example.org" }))
  await expect(withdrawApplication(ctx, applicant.secret(), id)).rejects.toMatchObject({ code: "casting.sent" })
  expect(await applicationOf(id)).toMatchObject({ state: "submitted", email: "other-tab@example.org" })
  expect([(await filesOf(id)).length, (await picturesOf(id)).length]).toEqual([2, 2])
})
