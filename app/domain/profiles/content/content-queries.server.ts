import { and, eq, not, or, type SQL, sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import {
  profileLanguages,
  profileServices,
  profileServiceTexts,
  profiles,
  profileTexts,
  slugRedirects,
} from "~/db/schema"
import { insertSelect } from "~/db/statements/insert-select"
import { type JsonText, trustedJson } from "~/db/statements/json"
import type { Locale } from "~/i18n/locales"
import { categoryIdOf, cityIdOf } from "../catalog/queries.server"
import type { FieldValues, ProfileField, ProfileTextName } from "./fields"

/** The live content of a profile as one JSON column. */
export const contentColumn = sql`json_object(
    'name', p.name, 'slug', p.slug,
    'city', (SELECT slug FROM cities WHERE id = p.city_id),
    'category', (SELECT slug FROM service_categories WHERE id = p.category_id),
    'hourly_rate', nullif(p.hourly_rate, 0), 'minimum_hours', p.minimum_hours,
    'languages', json((SELECT json_group_array(language ORDER BY position) FROM profile_languages WHERE profile_id = p.id)),
    'texts', json((SELECT json_group_object(locale, json_object('headline', headline, 'quote', quote, 'about', about))
      FROM profile_texts WHERE profile_id = p.id)),
    'services', json((SELECT json_group_array(json_object('service', s.slug, 'price', o.price, 'duration', o.duration,
        'note', json((SELECT json_group_object(locale, note) FROM profile_service_texts AS n
          WHERE n.profile_id = o.profile_id AND n.service_id = o.service_id)))
        ORDER BY c.position, s.position)
      FROM profile_services AS o JOIN services AS s ON s.id = o.service_id
      JOIN service_categories AS c ON c.id = s.category_id WHERE o.profile_id = p.id))
  ) AS content`

export interface StoredContent extends Pick<FieldValues, "name" | "slug" | "city" | "category" | "hourly_rate"> {
  minimum_hours: number
  languages: string[]
  texts: Partial<Record<Locale, Record<ProfileTextName, string>>>
  services: FieldValues["services"]
}

/** Reads `contentColumn`. A missing text is empty. */
export function parseContent(content: JsonText<StoredContent>, fields: readonly ProfileField[]): FieldValues {
  const stored = trustedJson(content)
  const readField = (field: ProfileField) => {
    const [name, locale] = field.split(".") as [ProfileTextName, Locale | undefined]
    return locale ? (stored.texts[locale]?.[name] ?? "") : stored[field as keyof StoredContent]
  }
  return Object.fromEntries(fields.map((field) => [field, readField(field)])) as unknown as FieldValues
}

interface FieldWrite<Field extends ProfileField> {
  profileId: string
  field: Field
  value: FieldValues[Field]
  when: SQL
  now: number
}

/** Returns the statements that make `value` the live content of a field, if `when` holds. */
export function writeField<Field extends ProfileField>(
  db: Database,
  { profileId, field, value, when, now }: FieldWrite<Field>,
) {
  const values = { [field]: value } as Partial<FieldValues>
  const update = (set: Record<string, unknown>, unless: SQL = sql`0`) =>
    db
      .update(profiles)
      .set({ ...set, updatedAt: now })
      .where(and(eq(profiles.id, profileId), when, not(unless)))
  switch (field) {
    case "name":
      return [update({ name: values.name })]
    case "slug":
      return writeSlug(db, profileId, values.slug ?? "", { when, now })
    case "city":
      return [update({ cityId: cityIdOf(values.city ?? null) })]
    case "category":
      return [update({ categoryId: categoryIdOf(values.category ?? null) })]
    case "hourly_rate":
      return [update({ hourlyRate: values.hourly_rate ?? 0 })]
    case "minimum_hours":
      return [update({ minimumHours: values.minimum_hours })]
    case "languages":
      return writeLanguages(db, profileId, values.languages ?? [], { when, now })
    case "services":
      return writeServices(db, profileId, values.services ?? [], when)
    default: {
      const [name, locale] = field.split(".") as [ProfileTextName, Locale]
      return [writeText(db, { profileId, name, locale, value: value as string, when })]
    }
  }
}

/** SQL condition: the slug is another profile's, now or as an address that leads to it. */
export function isSlugTaken(profileId: string, slug: SQL | string): SQL {
  return sql`(EXISTS (SELECT 1 FROM profiles WHERE slug = ${slug} AND id <> ${profileId})
    OR EXISTS (SELECT 1 FROM slug_redirects WHERE slug = ${slug} AND profile_id <> ${profileId}))`
}

/** The old address leads to the new one, if it was ever public. */
function writeSlug(db: Database, profileId: string, slug: string, { when, now }: { when: SQL; now: number }) {
  const isFree = sql`NOT ${isSlugTaken(profileId, slug)}`
  const old = sql`FROM profiles AS p WHERE p.id = ${profileId} AND p.slug <> ${slug} AND p.published_at IS NOT NULL
    AND ${when} AND ${isFree}`
  return [
    insertSelect(db, slugRedirects, { slug: sql`p.slug`, profileId, createdAt: now }, old),
    db.delete(slugRedirects).where(and(eq(slugRedirects.slug, slug), eq(slugRedirects.profileId, profileId), when)),
    db
      .update(profiles)
      .set({ slug, updatedAt: now })
      .where(and(eq(profiles.id, profileId), when, isFree)),
  ]
}

interface TextWrite {
  profileId: string
  name: ProfileTextName
  locale: Locale
  value: string
  when: SQL
}

function writeText(db: Database, { profileId, name, locale, value, when }: TextWrite) {
  const empty = { headline: "", quote: "", about: "" }
  return insertSelect(
    db,
    profileTexts,
    { profileId, locale, ...empty, [name]: value },
    sql`WHERE ${when}`,
  ).onConflictDoUpdate({ target: [profileTexts.profileId, profileTexts.locale], set: { [name]: value } })
}

function writeLanguages(
  db: Database,
  profileId: string,
  languages: string[],
  { when, now }: { when: SQL; now: number },
) {
  const list = JSON.stringify(languages)
  return [
    db
      .update(profiles)
      .set({ languages: languages.join(","), updatedAt: now })
      .where(and(eq(profiles.id, profileId), when)),
    db
      .delete(profileLanguages)
      .where(
        and(
          eq(profileLanguages.profileId, profileId),
          sql`${profileLanguages.language} NOT IN (SELECT value FROM json_each(${list}))`,
          when,
        ),
      ),
    insertSelect(
      db,
      profileLanguages,
      { profileId, language: sql`one.value`, position: sql`one.key + 1` },
      sql`FROM json_each(${list}) AS one WHERE ${when}`,
    ).onConflictDoUpdate({
      target: [profileLanguages.profileId, profileLanguages.language],
      set: { position: sql`excluded.position` },
      setWhere: sql`${profileLanguages.position} <> excluded.position`,
    }),
  ]
}

/** Rows that stay as they are are not written: each written one lists a published profile again. */
function writeServices(db: Database, profileId: string, services: FieldValues["services"], when: SQL) {
  const list = JSON.stringify(services)
  const offered = sql`FROM json_each(${list}) AS one JOIN services AS s ON s.slug = one.value ->> '$.service'`
  const noted = sql`${offered}, json_each(one.value, '$.note') AS n
    WHERE ${when} AND n.value <> ''`
  return [
    db
      .delete(profileServices)
      .where(
        and(
          eq(profileServices.profileId, profileId),
          sql`${profileServices.serviceId} NOT IN (SELECT s.id ${offered})`,
          when,
        ),
      ),
    insertSelect(
      db,
      profileServices,
      {
        profileId,
        serviceId: sql`s.id`,
        price: sql`one.value ->> '$.price'`,
        duration: sql`one.value ->> '$.duration'`,
      },
      sql`${offered} WHERE ${when}`,
    ).onConflictDoUpdate({
      target: [profileServices.profileId, profileServices.serviceId],
      set: { price: sql`excluded.price`, duration: sql`excluded.duration` },
      setWhere: or(
        sql`${profileServices.price} IS NOT excluded.price`,
        sql`${profileServices.duration} IS NOT excluded.duration`,
      ),
    }),
    db
      .delete(profileServiceTexts)
      .where(
        and(
          eq(profileServiceTexts.profileId, profileId),
          sql`(${profileServiceTexts.serviceId}, ${profileServiceTexts.locale}) NOT IN (SELECT s.id, n.key ${noted})`,
          when,
        ),
      ),
    insertSelect(
      db,
      profileServiceTexts,
      { profileId, serviceId: sql`s.id`, locale: sql`n.key`, note: sql`n.value` },
      noted,
    ).onConflictDoUpdate({
      target: [profileServiceTexts.profileId, profileServiceTexts.serviceId, profileServiceTexts.locale],
      set: { note: sql`excluded.note` },
      setWhere: sql`${profileServiceTexts.note} <> excluded.note`,
    }),
  ]
}

export interface NewProfile {
  id: string
  ownerId: string | SQL
  slug: string
  name: string
  /** Slugs in the catalog. */
  city: string
  category: string
  languages: string[]
}

/** Returns the statements that insert a draft profile, if `when` holds and its owner has none. */
export function insertDraftProfile(db: Database, profile: NewProfile, { when, now }: { when: SQL; now: number }) {
  const { id, ownerId, slug, name, city, category, languages } = profile
  const isMade = sql`EXISTS (SELECT 1 FROM profiles WHERE id = ${id})`
  return [
    insertSelect(
      db,
      profiles,
      {
        id,
        ownerId,
        slug,
        name,
        state: "draft",
        cityId: cityIdOf(city),
        categoryId: categoryIdOf(category),
        hourlyRate: 0,
        minimumHours: 1,
        languages: languages.join(","),
        version: 1,
        photoCount: 0,
        privatePhotoCount: 0,
        videoCount: 0,
        createdAt: now,
        updatedAt: now,
      },
      sql`WHERE ${when} AND NOT EXISTS (SELECT 1 FROM profiles WHERE owner_id = ${ownerId})`,
    ),
    insertSelect(
      db,
      profileLanguages,
      { profileId: id, language: sql`one.value`, position: sql`one.key + 1` },
      sql`FROM json_each(${JSON.stringify(languages)}) AS one WHERE ${isMade}`,
    ),
  ] as const
}

/** Returns a statement that sets what is not reviewed: until when the owner is available, and the weekly rhythm. */
export function updateAvailability(
  db: Database,
  ownerId: string,
  change: { availableUntil?: number | null; rhythm?: string },
  now: number,
) {
  return db
    .update(profiles)
    .set({ ...change, updatedAt: now })
    .where(eq(profiles.ownerId, ownerId))
}
