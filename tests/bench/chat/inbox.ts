import { createHash, randomBytes } from "node:crypto"
import { call, introduce, type Pair } from "../../live/people.ts"
import { buildSalon } from "../build.ts"
import { startMembers } from "../chats.ts"
import { describeMachine, percentile } from "../report.ts"
import { memory } from "../run.ts"

/**
 * `npm run bench:inbox`: the list of conversations of a member with 5,000 beside that of one with 50, in turns: as it
 * is opened again, and right after a message came, of which the number of unread ones is new.
 */
const [few, many] = [50, 5_000]
const warmUp = 10
const turns = 100
/** Of the same kind, with a message before each: as many as a member may send in a minute. */
const turnsWithMessage = 18
/** Of two medians. */
const maxRatio = 1.2

type Salon = Awaited<ReturnType<typeof startMembers>>
type Database = Awaited<ReturnType<Salon["miniflare"]["getD1Database"]>>

interface Reader {
  pair: Pair
  conversation: string
  cookie: string
}

/** Inserts conversations as the database kept them before inboxes: the member's channel reads them at its first touch. */
async function insertConversations(db: Database, { member }: Pair, count: number): Promise<void> {
  const id = `'${member.id}-' || i`
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${count})`
  const at = `${Date.now() - 60_000_000} + i * 1_000`
  const last = `json_object('seq', 3, 'body', 'What was written last, some time ago', 'author_id', 'other-' || ${id}, 'created_at', ${at}, 'is_deleted', json('false'))`
  const inserts = [
    `INSERT INTO users (id, email, name, locale, created_at, updated_at)
     ${numbers} SELECT 'other-' || ${id}, ${id} || '@example.org', 'Other ' || i, 'en', ${at}, ${at} FROM n`,
    `INSERT INTO conversations (id, pair, state, version, last_seq, is_blocked, created_at, updated_at)
     ${numbers} SELECT ${id}, 'other-' || ${id} || ' ${member.id}', 'accepted', 5, 3, 0, ${at}, ${at} FROM n`,
    ...[`'other-' || ${id}`, `'${member.id}'`].map(
      (user, place) => `INSERT INTO conversation_members (conversation_id, user_id, role, read_seq, last, active_at)
       ${numbers} SELECT ${id}, ${user}, '${place === 0 ? "asker" : "owner"}', 3 - i % 2, ${last}, ${at} FROM n`,
    ),
  ]
  await db.batch(inserts.map((insert) => db.prepare(insert)))
}

/** Signs a member in as a browser does; returns its cookie. */
async function signIn(db: Database, { member }: Pair): Promise<string> {
  const token = randomBytes(32).toString("base64url")
  const insert = `INSERT INTO sessions (id, token_hash, user_id, kind, family_id, user_agent, last_used_at, expires_at, created_at, updated_at)
    VALUES (?1, ?2, ?3, 'web', ?1, 'bench', ?4, ?4 + 86400000, ?4, ?4)`
  const hash = createHash("sha256").update(token).digest("hex")
  await db.prepare(insert).bind(`web-${member.id}`, hash, member.id, Date.now()).run()
  return `__Host-salon_session=${token}`
}

async function prepareReader(salon: Salon, pair: Pair, count: number): Promise<Reader> {
  const db = await salon.miniflare.getD1Database("DB")
  await insertConversations(db, pair, count - 1)
  return { pair, conversation: await introduce(salon.origin.origin, pair), cookie: await signIn(db, pair) }
}

/** Returns the milliseconds to the last byte of the page. */
async function open({ origin }: Salon, { cookie, conversation }: Reader): Promise<number> {
  const began = performance.now()
  const headers = { Accept: "text/html", "Accept-Language": "en", Cookie: cookie }
  const response = await fetch(new URL("/profile/chat", origin), { headers })
  const html = await response.text()
  const milliseconds = performance.now() - began
  if (response.status !== 200 || !html.includes(conversation))
    throw new Error(`The list responded with ${response.status}`)
  return milliseconds
}

/** Sends the reader a message, and waits until their inbox has it. */
async function receive({ origin: { origin } }: Salon, { pair, conversation }: Reader, number: number): Promise<void> {
  const path = `/conversations/${conversation}`
  const body = { client_id: `message-${number}`, body: "Are you there?" }
  const sent = await call<{ seq: number }>(origin, {
    person: pair.owner,
    method: "POST",
    path: `${path}/messages`,
    body,
  })
  const isThere = async () =>
    (await call<{ last_seq: number }>(origin, { person: pair.member, method: "GET", path })).last_seq >= sent.seq
  while (!(await isThere())) await new Promise((resolve) => setTimeout(resolve, 5))
}

async function measure(
  salon: Salon,
  readers: [Reader, Reader],
  { count, hasMessage }: { count: number; hasMessage: boolean },
) {
  const times = new Map<Reader, number[]>(readers.map((reader) => [reader, []]))
  for (let turn = -warmUp; turn < count; turn += 1) {
    if (hasMessage && turn < 0) continue
    // Each is first in every other turn.
    for (const reader of turn % 2 === 0 ? readers : readers.toReversed()) {
      if (hasMessage) await receive(salon, reader, turn)
      const milliseconds = await open(salon, reader)
      if (turn >= 0) times.get(reader)?.push(milliseconds)
    }
  }
  const [small = Number.NaN, large = Number.NaN] = readers.map((reader) => percentile(times.get(reader) ?? [], 0.5))
  return { small, large, ratio: large / small }
}

console.error("bench: building what has changed …")
const folder = await buildSalon()
await using salon = await startMembers(folder, "dist", 4, memory)
const [first, second] = salon.pairs
if (!first || !second) throw new Error("There are no members")
const readers: [Reader, Reader] = [await prepareReader(salon, first, few), await prepareReader(salon, second, many)]
console.log(describeMachine())
const rows = [
  { name: "opened again", ...(await measure(salon, readers, { count: turns, hasMessage: false })) },
  {
    name: "opened after a message came",
    ...(await measure(salon, readers, { count: turnsWithMessage, hasMessage: true })),
  },
]
console.log(
  `\n| the list of conversations | ${few}: p50 ms | ${many}: p50 ms | ratio (at most ${maxRatio}) |\n| --- | ---: | ---: | ---: |`,
)
for (const { name, small, large, ratio } of rows)
  console.log(`| ${name} | ${small.toFixed(1)} | ${large.toFixed(1)} | ${ratio.toFixed(2)} |`)
const broken = rows.filter(({ ratio }) => !(ratio <= maxRatio))
for (const { name, ratio } of broken)
  console.log(
    `over budget: a list of ${many} conversations ${name}: ${ratio.toFixed(2)} times the time of ${few} (at most ${maxRatio})`,
  )
process.exitCode = broken.length > 0 ? 1 : 0
