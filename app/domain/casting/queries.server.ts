import { type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { sha256 } from "~/lib/crypto.server"
import type { Actor } from "../actor/actor"
import { isSignedIn } from "../actor/actor"
import { splitCodes } from "../media/variants"
import type { KeysetPlace } from "../shared/keyset-cursor"
import type { ConsentKind } from "./choices"
import type { Application, ApplicationPicture, ApplicationState, DeskApplication } from "./schema"

/** SQL condition: the application belongs to the actor, or to the holder of its secret. */
export function isOf(actor: Actor, secret: string | null): SQL {
  const held = secret === null ? sql`0` : sql`(user_id IS NULL AND secret_hash = ${sha256(secret)})`
  return isSignedIn(actor) ? sql`(user_id = ${actor.user.id} OR ${held})` : held
}

interface Row {
  id: string
  reference: string
  user_id: string | null
  state: ApplicationState
  version: number
  locale: string
  first_name: string
  city: string | null
  category: string | null
  languages: string
  written_in: string
  presentation: string
  experience: string
  email: string | null
  note: string | null
  submitted_at: number | null
  decided_at: number | null
  expires_at: number | null
  created_at: number
  updated_at: number
  contact: string
}

const columns = sql`a.id, a.reference, a.user_id, a.state, a.version, a.locale, a.first_name,
  (SELECT slug FROM cities WHERE id = a.city_id) AS city,
  (SELECT slug FROM service_categories WHERE id = a.category_id) AS category,
  a.languages, a.written_in, a.presentation, a.experience, a.email, a.note,
  a.submitted_at, a.decided_at, a.expires_at, a.created_at, a.updated_at,
  coalesce((SELECT email FROM users WHERE id = a.user_id), a.email, '') AS contact`

/** Returns the application whose id an SQL expression finds, in full: one round trip. */
export async function findApplication(db: Database, id: SQL): Promise<DeskApplication | null> {
  const [[row], pictures, consents] = await read<[Row, ApplicationPicture, { kind: ConsentKind }]>(
    db,
    sql<Row>`SELECT ${columns} FROM applications AS a WHERE a.id = ${id}`,
    sql<ApplicationPicture>`SELECT id, width, height FROM application_pictures WHERE application_id = ${id} ORDER BY id`,
    sql<{ kind: ConsentKind }>`SELECT kind FROM application_consents WHERE application_id = ${id}`,
  )
  if (!row) return null
  const { user_id, languages, ...rest } = row
  return {
    ...rest,
    is_member: user_id !== null,
    languages: splitCodes(languages),
    pictures,
    consents: consents.map(({ kind }) => kind),
  }
}

/**
 * SQL id of the current application of the actor or the secret's holder: a member's own before a draft in their
 * browser.
 */
export function currentOf(actor: Actor, secret: string | null): SQL {
  return sql`(SELECT id FROM applications WHERE ${isOf(actor, secret)} ORDER BY user_id IS NULL, id DESC LIMIT 1)`
}

/** SQL id of this application, if it is theirs. */
export function ownOf(actor: Actor, secret: string | null, id: string): SQL {
  return sql`(SELECT id FROM applications WHERE id = ${id} AND ${isOf(actor, secret)})`
}

/** SQL id of the application of a mailed link, while the link is valid. */
export function linkedBy(token: string, now: number): SQL {
  return sql`(SELECT application_id FROM application_links
    WHERE token_hash = ${sha256(token)} AND expires_at > ${now})`
}

/** Omits the fields that only staff see. */
export function toApplication({ contact: _, locale: __, ...application }: DeskApplication): Application {
  return application
}

/** Lists the applications in a state, oldest submission first, as staff see them. */
export async function findDeskApplications(
  db: Database,
  state: ApplicationState,
  after: KeysetPlace | null,
  limit: number,
) {
  const beyond = after === null ? sql`1` : sql`(a.submitted_at, a.id) > (${after.at}, ${after.id})`
  const [rows] = await read(
    db,
    sql<Row & { pictures: number }>`SELECT ${columns},
      (SELECT count(*) FROM application_pictures WHERE application_id = a.id) AS pictures
      FROM applications AS a
      WHERE a.state = ${state} AND ${beyond} ORDER BY a.submitted_at, a.id LIMIT ${limit}`,
  )
  return rows
}

/** Returns the ids of applications past their retention. */
export async function findExpired(db: Database, now: number, limit: number): Promise<string[]> {
  const [rows] = await read(
    db,
    sql<{ id: string }>`SELECT id FROM applications WHERE expires_at <= ${now} ORDER BY expires_at LIMIT ${limit}`,
  )
  return rows.map(({ id }) => id)
}

/** Returns whether the city and the category exist; null counts as existing. */
export async function areListed(db: Database, city: string | null, category: string | null) {
  const [[found]] = await read(
    db,
    sql<{ city: number; category: number }>`SELECT
      ${city} IS NULL OR EXISTS (SELECT 1 FROM cities WHERE slug = ${city}) AS city,
      ${category} IS NULL OR EXISTS (SELECT 1 FROM service_categories WHERE slug = ${category}) AS category`,
  )
  return { city: found?.city === 1, category: found?.category === 1 }
}
