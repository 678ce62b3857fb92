import { createHash, randomBytes } from "node:crypto"
import { openDatabase } from "../../scripts/seed/database.ts"

const DAY = 24 * 60 * 60 * 1_000

/** A member with a token for the API. */
export interface Person {
  id: string
  token: string
}

/** A premium member, and the owner of a public profile. */
export interface Pair {
  member: Person
  owner: Person & { slug: string }
}

export type People = Pair[]

/** Writes pairs of members straight into a migrated local database that no Worker has open. */
export function seedPeople(persist: string, count: number): People {
  const db = openDatabase(persist)
  const now = Date.now()
  const insert = (table: string, row: Record<string, string | number>) =>
    db
      .prepare(
        `INSERT INTO ${table} (${Object.keys(row).join(", ")}) VALUES (${Object.keys(row)
          .map(() => "?")
          .join(", ")})`,
      )
      .run(...Object.values(row))
  const times = { created_at: now - 30 * DAY, updated_at: now - 30 * DAY }
  const person = (id: string): Person => {
    const token = randomBytes(32).toString("base64url")
    insert("users", { id, email: `${id}@example.org`, name: id, locale: "en", ...times })
    insert("sessions", {
      id: `session-${id}`,
      token_hash: createHash("sha256").update(token).digest("hex"),
      user_id: id,
      kind: "api",
      family_id: `session-${id}`,
      user_agent: "test",
      last_used_at: now,
      expires_at: now + 90 * DAY,
      ...times,
    })
    return { id, token }
  }
  insert("cities", { id: "city", slug: "city", country: "FR", region: "test", position: 1, ...times })
  insert("service_categories", { id: "category", slug: "category", icon: "wine", position: 1, ...times })
  const people = Array.from({ length: count }, (_, at) => {
    const member = person(`member-${at}`)
    insert("subscriptions", {
      id: `subscription-${at}`,
      user_id: member.id,
      type: "premium",
      stripe_id: `sub_${at}`,
      stripe_status: "active",
      ...times,
    })
    const owner = { ...person(`owner-${at}`), slug: `profile-${at}` }
    insert("profiles", {
      id: `profile-${at}`,
      owner_id: owner.id,
      slug: owner.slug,
      state: "published",
      name: `Profile ${at}`,
      city_id: "city",
      category_id: "category",
      hourly_rate: 10_000,
      minimum_hours: 1,
      languages: "en",
      published_at: now,
      photo_count: 0,
      private_photo_count: 0,
      video_count: 0,
      version: 1,
      ...times,
    })
    return { member, owner }
  })
  db.close()
  return people
}

/** Calls the JSON API as a member. Throws for any response that is not ok. */
export async function call<Answer>(
  origin: string,
  { person: { token }, method, path, body }: { person: Person; method: string; path: string; body?: unknown },
): Promise<Answer> {
  const response = await fetch(`${origin}/api${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} responded with ${response.status}: ${text}`)
  return (text === "" ? undefined : JSON.parse(text)) as Answer
}

/** Lets a pair write to each other; returns the id of their conversation. */
export async function introduce(origin: string, { member, owner }: Pair): Promise<string> {
  const asked = { profile: owner.slug, client_id: "request", body: "May I?" }
  const { conversation } = await call<{ conversation: { id: string } }>(origin, {
    person: member,
    method: "POST",
    path: "/conversations",
    body: asked,
  })
  await call(origin, { person: owner, method: "POST", path: `/conversations/${conversation.id}/accept` })
  return conversation.id
}
