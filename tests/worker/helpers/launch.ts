import { eq } from "drizzle-orm"
import { recordedItems } from "~/db/enums"
import { pages, passkeys, readinessRecords, sessions, staffGrants, twoFactor, userGroups } from "~/db/schema"
import { legalPages } from "~/domain/content/schema"
import { expiryOf } from "~/domain/core/readiness/policy"
import { newId } from "~/lib/id"
import { production } from "./app"
import { insertMember } from "./member"
import { db, insertGroup, insertPage } from "./rows"

const today = () => new Date().toISOString().slice(0, 10)

export const approvalOf = (date = today()) =>
  JSON.stringify({ provider: "stripe", ref: "T-1", date, declared_activity: "A directory of guides" })

/** Settings of a production deployment that search engines may index and whose payments are approved. */
export const launched = {
  ...production,
  ACCESS_KEY: "",
  INDEXING: "open",
  AGE_NOTICE: "off",
  PAYMENT_APPROVAL: approvalOf(),
}

/** Gives a user an authenticator app. */
export async function enrol(userId: string) {
  const times = { createdAt: Date.now(), updatedAt: Date.now() }
  await db.insert(twoFactor).values({ userId, secret: "sealed", enrolledAt: Date.now(), ...times })
}

/** Completes all that the database knows of the launch, with one owner as the only member of staff, whom it returns. */
export async function completeLaunch(now = Date.now()) {
  await db.delete(staffGrants)
  await db.delete(userGroups)
  await db.delete(readinessRecords)
  for (const name of legalPages) {
    await db.delete(pages).where(eq(pages.slug, `legal/${name}`))
    await insertPage({ slug: `legal/${name}` }, { title: name, body: "All is said, see [contact](/contact)." })
  }
  const owner = await insertMember()
  await db.insert(userGroups).values({ userId: owner.user.id, groupId: (await insertGroup({ root: true })).id })
  await enrol(owner.user.id)
  await db.update(sessions).set({ isStrong: true }).where(eq(sessions.userId, owner.user.id))
  await db.insert(readinessRecords).values(
    recordedItems.map((item) => ({
      id: newId(now),
      item,
      reference: `Paper of ${item}`,
      recordedBy: owner.user.id,
      createdAt: now,
      expiresAt: expiryOf(now),
    })),
  )
  return owner
}

/** Takes the second factor of a user away. */
export async function disenrol(userId: string) {
  await db.delete(twoFactor).where(eq(twoFactor.userId, userId))
  await db.delete(passkeys).where(eq(passkeys.userId, userId))
}
