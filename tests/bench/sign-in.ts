import { join } from "node:path"
import { hashPassword } from "../../app/domain/accounts/passwords/hash.server.ts"
import { buildSalon } from "./build.ts"
import { emptyDatabase } from "./database.ts"
import { start } from "./serve.ts"

/**
 * `npm run bench:sign-in`: measures whether the time of a refused sign-in discloses that an address has an account.
 * Tries known and unknown addresses in turn, on the Worker as it is deployed; exits with 1 when the medians differ by 5
 * % or more. The limits are on: no account and no network is tried often enough to reach them.
 */
const tries = 500
const warmUp = 20
const triesOfAnAccount = 2
const tolerance = 0.05
let networks = 0

console.error("bench: building what has changed …")
const folder = await buildSalon()
const state = join(await emptyDatabase("sign-in"), "v3")
const { miniflare, origin } = await start(folder, { bindings: { APP_ENV: "test", MAIL_ADAPTER: "mailbox" }, state })
const accounts = Math.ceil((tries + warmUp) / triesOfAnAccount)
await insertAccounts(await miniflare.getD1Database("DB"))

console.error("bench: measuring …")
const times = { known: [] as number[], unknown: [] as number[] }
for (let n = 0; n < tries + warmUp; n += 1) {
  const account = n % accounts
  // Each is first in every other pair: the effects of one attempt on the next are equal for both.
  const pair = n % 2 === 0 ? (["known", "unknown"] as const) : (["unknown", "known"] as const)
  for (const kind of pair) {
    const milliseconds = await timeOf(`${kind}${account}@example.org`)
    if (n >= warmUp) times[kind].push(milliseconds)
  }
}
const [known, unknown] = [median(times.known), median(times.unknown)]
const difference = known / unknown - 1
console.log(
  `${tries} refused sign-ins each, in turn: known address ${known.toFixed(2)} ms, unknown ${unknown.toFixed(2)} ms (medians)`,
)
console.log(`difference: ${(difference * 100).toFixed(2)} % (allowed: under ${tolerance * 100} %)`)
process.exitCode = Math.abs(difference) < tolerance ? 0 : 1
await miniflare.dispose()

type Database = Awaited<ReturnType<Awaited<ReturnType<typeof start>>["miniflare"]["getD1Database"]>>

async function insertAccounts(db: Database): Promise<void> {
  const hash = await hashPassword("the password that nobody tries")
  const insert = db.prepare(
    "INSERT INTO users (id, email, name, password_hash, locale, created_at, updated_at) VALUES (?, ?, 'Ada', ?, 'en', 0, 0)",
  )
  const rows = Array.from({ length: accounts }, (_, n) => insert.bind(`known${n}`, `known${n}@example.org`, hash))
  await db.batch(rows)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** Measures the milliseconds of one refused sign-in, from a network of its own. */
async function timeOf(email: string): Promise<number> {
  networks += 1
  const began = performance.now()
  const response = await fetch(new URL("/api/auth/login", origin), {
    method: "POST",
    headers: { "Content-Type": "application/json", "CF-Connecting-IP": `2001:db8:${networks.toString(16)}::1` },
    body: JSON.stringify({ email, password: "a password that is wrong" }),
  })
  await response.arrayBuffer()
  if (response.status !== 401) throw new Error(`The status for ${email} was ${response.status}`)
  return performance.now() - began
}
