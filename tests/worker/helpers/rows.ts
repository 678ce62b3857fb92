import { env } from "cloudflare:workers"
import { randomBytes, scryptSync } from "node:crypto"
import { and, eq, inArray, isNull, sql } from "drizzle-orm"
import { drizzle } from "drizzle-orm/d1"
import type { grantableRoles } from "~/db/enums"
import * as schema from "~/db/schema"
import { sessionLifetime } from "~/domain/accounts/sessions/session.server"
import { dueAt } from "~/domain/core/deadlines/deadlines"
import type { Locale } from "~/i18n/locales"
import { newToken, sha256 } from "~/lib/crypto.server"
import { newId } from "~/lib/id"

/** The database by the Worker's binding: tests write and read it beside the Worker. */
export const db = drizzle(env.DB, { schema })

export const DAY = 24 * 60 * 60 * 1_000

export type GrantableRole = (typeof grantableRoles)[number]

type Row<Table extends { $inferInsert: object }> = Partial<Table["$inferInsert"]>

let made = 0
const next = () => ++made
const times = () => ({ createdAt: Date.now(), updatedAt: Date.now() })

/** The password of every user that `insertUser` creates with one. */
export const password = "correct horse battery staple"
const passwordHash = hashCheaply(password)

/** Hashes a password at hardly any cost: what a sign-in costs is the subject of other tests. */
function hashCheaply(password: string): string {
  const [cost, salt] = [{ N: 2, r: 1, p: 1 }, randomBytes(16)]
  const key = scryptSync(password, salt, 32, cost)
  return ["scrypt", cost.N, cost.r, cost.p, salt.toString("base64url"), key.toString("base64url")].join("$")
}

export async function insertUser(row: Row<typeof schema.users> = {}) {
  const n = next()
  const user = {
    id: newId(Date.now()),
    email: `user${n}@example.org`,
    name: `User ${n}`,
    locale: "en" as Locale,
    ...times(),
    ...row,
  }
  await db.insert(schema.users).values(user)
  return user
}

export async function insertUserWithPassword(row: Row<typeof schema.users> = {}) {
  return insertUser({ passwordHash, ...row })
}

export async function insertSession(row: Row<typeof schema.sessions> & { userId: string }) {
  const id = newId(Date.now())
  const token = newToken()
  const used = row.lastUsedAt ?? Date.now()
  const base = { id, tokenHash: sha256(token), kind: "web" as const, familyId: id, userAgent: "test", lastUsedAt: used }
  const session = { ...base, expiresAt: used + sessionLifetime[row.kind ?? "web"], ...times(), ...row }
  await db.insert(schema.sessions).values(session)
  return { ...session, token }
}

export async function insertGroup(row: Row<typeof schema.groups> = {}) {
  const group = { id: newId(Date.now()), name: `group ${next()}`, root: false, ...row }
  await db.insert(schema.groups).values(group)
  return group
}

export async function insertStaff(row: Row<typeof schema.users> = {}) {
  const user = await insertUser(row)
  const group = await insertGroup({ root: true })
  await db.insert(schema.userGroups).values({ userId: user.id, groupId: group.id })
  return user
}

export async function insertGrant(row: Row<typeof schema.staffGrants> & { userId: string; role: GrantableRole }) {
  const grant = { id: newId(Date.now()), createdAt: Date.now(), ...row }
  await db.insert(schema.staffGrants).values(grant)
  return grant
}

/** Inserts staff by grants alone, without the root group. */
export async function insertColleague(...roles: GrantableRole[]) {
  const user = await insertUser()
  for (const role of roles) await insertGrant({ userId: user.id, role })
  return user
}

export async function insertSubscription(row: Row<typeof schema.subscriptions> & { userId: string }) {
  const n = next()
  const base = { id: newId(Date.now()), type: "premium", stripeId: `sub_${n}`, stripeStatus: "active" as const }
  const subscription = { ...base, stripePrice: `price_${n}`, ...times(), ...row }
  await db.insert(schema.subscriptions).values(subscription)
  return subscription
}

/** `wine` gets the names `Wine` in English and `Wine (fr)` in French, as do categories and services. */
const namesOf = (slug: string) => [
  { locale: "en" as const, name: slug[0]?.toUpperCase() + slug.slice(1) },
  { locale: "fr" as const, name: `${slug[0]?.toUpperCase()}${slug.slice(1)} (fr)` },
]

export async function insertCity(row: Row<typeof schema.cities> = {}) {
  const n = next()
  const city = {
    id: newId(Date.now()),
    slug: `city-${n}`,
    country: "FR",
    region: "test",
    position: n,
    ...times(),
    ...row,
  }
  await db.insert(schema.cities).values(city)
  await db.insert(schema.cityTexts).values(namesOf(city.slug).map((text) => ({ cityId: city.id, ...text })))
  return city
}

export async function insertCategory(row: Row<typeof schema.serviceCategories> = {}) {
  const n = next()
  const category = { id: newId(Date.now()), slug: `category-${n}`, icon: "wine", position: n, ...times(), ...row }
  await db.insert(schema.serviceCategories).values(category)
  const texts = namesOf(category.slug).map((text) => ({ categoryId: category.id, description: "…", ...text }))
  await db.insert(schema.serviceCategoryTexts).values(texts)
  return category
}

export async function insertService(row: Row<typeof schema.services> & { categoryId: string }) {
  const n = next()
  const service = { id: newId(Date.now()), slug: `service-${n}`, position: n, ...times(), ...row }
  await db.insert(schema.services).values(service)
  await db.insert(schema.serviceTexts).values(namesOf(service.slug).map((text) => ({ serviceId: service.id, ...text })))
  return service
}

type ProfileRow = Row<typeof schema.profiles> & { cityId: string; categoryId: string }

/** Inserts a published profile with an owner of its own, unless the row says otherwise. */
export async function insertProfile(row: ProfileRow) {
  const n = next()
  const ownerId = row.ownerId ?? (await insertUser()).id
  const base = { id: newId(Date.now()), slug: `profile-${n}`, state: "published" as const, name: `Profile ${n}` }
  const terms = { hourlyRate: 15_000, minimumHours: 2, languages: "fr,en", publishedAt: Date.now(), version: 1 }
  const counts = { photoCount: 0, privatePhotoCount: 0, videoCount: 0 }
  const profile = { ...base, ...terms, ...counts, ...times(), ...row, ownerId }
  await db.insert(schema.profiles).values(profile)
  const text = { headline: "A headline", quote: "A quote", about: "About" }
  const texts = (["en", "fr"] as const).map((locale) => ({ profileId: profile.id, locale, ...text }))
  await db.insert(schema.profileTexts).values(texts)
  return profile
}

export async function insertMedia(row: Row<typeof schema.media> & { profileId: string }) {
  const id = newId(Date.now())
  const base = {
    id,
    kind: "photo" as const,
    visibility: "public" as const,
    state: "approved" as const,
    position: next(),
  }
  const size = { storageKey: `test/${id}`, width: 800, height: 1_000, thumbhash: "1QcSHQRnh493V4dIh4eXh1h4kJUI" }
  const media = { ...base, ...size, ...times(), ...row }
  await db.insert(schema.media).values(media)
  return media
}

/** Gives a profile what its publication needs (the view publication_problems); returns its service and its photo. */
export async function completeProfile({ id, categoryId }: { id: string; categoryId: string }) {
  const service = await insertService({ categoryId })
  await db.insert(schema.profileServices).values({ profileId: id, serviceId: service.id, price: 20_000, duration: 90 })
  await db.insert(schema.profileLanguages).values([
    { profileId: id, language: "fr", position: 1 },
    { profileId: id, language: "en", position: 2 },
  ])
  const photo = await insertMedia({ profileId: id })
  const [found] = await db.select().from(schema.profiles).where(eq(schema.profiles.id, id))
  await insertCheck({ userId: found?.ownerId as string })
  await insertSignature(found?.ownerId as string)
  await declareAlone(photo.id)
  const verified = { verifiedAt: Date.now(), coverMediaId: photo.id }
  await db.update(schema.profiles).set(verified).where(eq(schema.profiles.id, id))
  return { service, photo }
}

/** Inserts a verified check of a member, unless the row says otherwise. */
export async function insertCheck(row: Row<typeof schema.identityChecks>) {
  const base = { id: newId(Date.now()), provider: "stripe_identity", status: "verified" as const, over18: true }
  const facts = { livemode: true, liveness: true, checkedAt: Date.now(), nextCheckAt: Date.now() + 365 * DAY }
  const check = { ...base, ...facts, attempts: 1, ...times(), ...row }
  await db.insert(schema.identityChecks).values(check)
  return check
}

/** Inserts a signature of the agreement with the people listed. */
async function insertSignature(userId: string, version = 1) {
  const row = { userId, version, textHash: "0", locale: "en" as const }
  await db.insert(schema.agreementSignatures).values({ ...row, nameSealed: "v1", signedAt: Date.now() })
}

/** Declares that nobody but the owner is in a media item. */
export async function declareAlone(mediaId: string) {
  await db
    .update(schema.media)
    .set({ hasOthers: false, declaredAt: Date.now() })
    .where(and(eq(schema.media.id, mediaId), isNull(schema.media.hasOthers)))
}

/** Runs what publishes profiles that lack something: tests of what is listed, not of what may be published. */
export function withoutPublicationRules<Result>(run: () => PromiseLike<Result>): Promise<Result> {
  return withoutTriggers(["profiles_unpublishable"], run)
}

/** Runs without the triggers that ask for a decision with each restriction: the test is about the state alone. */
export function withoutDecisionRules<Result>(run: () => PromiseLike<Result>): Promise<Result> {
  return withoutTriggers(
    ["media_restricted", "profiles_restricted", "identity_checks_restricted", "sanctions_decided"],
    run,
  )
}

async function withoutTriggers<Result>(names: string[], run: () => PromiseLike<Result>): Promise<Result> {
  const triggers = await db.all<{ name: string; sql: string }>(
    sql`SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name IN ${names}`,
  )
  if (triggers.length !== names.length) throw new Error("A trigger is gone")
  for (const { name } of triggers) await db.run(sql.raw(`DROP TRIGGER ${name}`))
  try {
    return await run()
  } finally {
    for (const trigger of triggers) await db.run(sql.raw(trigger.sql))
  }
}

/** Inserts a published page, with its title and Markdown in English and, unless `fr` is null, in French. */
export async function insertPage(
  row: Row<typeof schema.pages> & { slug: string },
  en: { title: string; body: string },
  fr: { title: string; body: string } | null = en,
) {
  const page = { id: newId(Date.now()), version: 1, publishedAt: Date.now() - DAY, ...times(), ...row }
  await db.insert(schema.pages).values(page)
  await db.insert(schema.pageTexts).values({ pageId: page.id, locale: "en", ...en })
  if (fr) await db.insert(schema.pageTexts).values({ pageId: page.id, locale: "fr", ...fr })
  return page
}

export async function insertFaq(row: Row<typeof schema.faqs>, en: { question: string; answer: string }, fr = en) {
  const n = next()
  const faq = { id: newId(Date.now()), topic: "account" as const, position: n, published: true, ...times(), ...row }
  await db.insert(schema.faqs).values(faq)
  await db.insert(schema.faqTexts).values({ faqId: faq.id, locale: "en", ...en })
  await db.insert(schema.faqTexts).values({ faqId: faq.id, locale: "fr", ...fr })
  return faq
}

/** Inserts an open case without a report. */
export async function insertCase(row: Row<typeof schema.cases> = {}) {
  const n = next()
  const id = `case-${n}`
  const found = {
    id,
    reference: `C-ROW${n}`,
    subjectKind: "address",
    subjectId: row.id ?? id,
    category: "terms",
    priority: "P3",
    state: "received",
    isSuspect: false,
    ...times(),
    ...row,
  } as typeof schema.cases.$inferInsert
  found.dueAt ??= dueAt(found.priority, found.createdAt)
  await db.insert(schema.cases).values(found)
  return found
}

/** Inserts a report in a case of its own, or in the open one about its picture or profile. */
export async function insertReport(row: Row<typeof schema.reports> = {}, caseRow: Row<typeof schema.cases> = {}) {
  const n = next()
  const report = {
    id: `report-${n}`,
    reference: `R-ROW${n}`,
    category: "terms",
    priority: "P3",
    state: "received",
    about: "/escorts/somebody",
    details: "Something",
    email: null,
    locale: "en",
    isSuspect: false,
    ...times(),
    ...row,
  } as typeof schema.reports.$inferInsert
  const { mediaId, profileId, category, priority, state, isSuspect, createdAt, updatedAt } = report
  const subjectId = mediaId ?? profileId ?? report.id
  const [open] = await db
    .select()
    .from(schema.cases)
    .where(and(eq(schema.cases.subjectId, subjectId), inArray(schema.cases.state, ["received", "triaged"])))
  const isJoined = open !== undefined && state === "received"
  const found = isJoined
    ? open
    : await insertCase({
        id: report.id,
        reference: `C-ROW${n}`,
        subjectKind: mediaId ? "media" : profileId ? "profile" : "address",
        subjectId,
        category,
        priority,
        state,
        isSuspect,
        createdAt,
        updatedAt,
        ...caseRow,
      })
  report.caseId = found.id
  await db.insert(schema.reports).values(report)
  return { ...report, caseReference: found.reference }
}

/** Returns the reference of the case that a report, by its reference, belongs to. */
export async function caseOf(reference: string): Promise<string> {
  const [found] = await db
    .select({ reference: schema.cases.reference })
    .from(schema.reports)
    .innerJoin(schema.cases, eq(schema.cases.id, schema.reports.caseId))
    .where(eq(schema.reports.reference, reference))
  return found?.reference ?? "none"
}
