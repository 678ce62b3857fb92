import { existsSync } from "node:fs"
import { parseArgs } from "node:util"
import { accounts } from "./accounts.ts"
import { buildBase } from "./base.ts"
import {
  beginSeed,
  endSeed,
  hasProfiles,
  insertOwners,
  isHalfSeeded,
  nextEpoch,
  openDatabase,
  replaceRows,
} from "./database.ts"
import { lastNoon } from "./day.ts"
import { filesOfApplications } from "./desks.ts"
import { insertFigures } from "./figures/figures.ts"
import { generateProfiles } from "./profiles.ts"
import { buildOwnersInStates } from "./states.ts"

const help = `npm run seed -- [flags]: replaces the local database's content with a fictional demo

  --profiles N      how many profiles, 1 to 1,000,000 (240)
  --seed N          another number gives another demo (1)
  --now ISO         the moment that everything happened before (the last noon in UTC)
  --persist DIR     folder of wrangler's local state (.wrangler/state)
  --if-empty        do nothing when there are profiles already
  --without-media   rows only: no files, and no conversations (which need a build, too)
  --print           list the demo accounts at the end`

try {
  await seed()
} catch (error) {
  console.error(error instanceof Error ? [error.message, error.cause].filter(Boolean).join(": ") : error)
  process.exit(1)
}

async function seed() {
  const flags = readFlags()
  if (flags.help) return console.log(help)

  const db = openDatabase(flags.persist)
  if (flags.ifEmpty && hasProfiles(db) && !isHalfSeeded(db)) return db.close()
  beginSeed(db)

  const { encodePictures, readPictures } = await import("./pictures.ts")
  const pictures = await timed("described the pictures", readPictures)
  if (!flags.withoutMedia) {
    const files = await timed("encoded the pictures", encodePictures)
    const { storeFiles } = await import("./bucket.ts")
    const all = [...files, ...filesOfApplications(flags)]
    const written = await timed(`compared ${count(all.length)} files with the bucket`, () =>
      storeFiles(all, flags.persist),
    )
    if (written > 0) console.log(`seed: put ${count(written)} of them into it`)
  }

  const options = { seed: flags.seed, now: flags.now, pictures }
  await timed(`wrote ${count(flags.profiles)} profiles`, async () => {
    const base = buildBase(options, nextEpoch(db))
    replaceRows(db, base.rows, generateProfiles(options, base, flags.profiles))
    insertOwners(db, buildOwnersInStates(options, base))
    insertFigures(db, options)
  })
  if (flags.withoutMedia || !existsSync("build/server/index.js")) {
    endSeed(db)
    db.close()
  } else {
    const { emptyRooms, fillRooms, insertChats } = await import("./chat.ts")
    await timed("wrote the conversations", async () => {
      emptyRooms(flags.persist)
      const planned = insertChats(db, options)
      db.close()
      await fillRooms(flags.persist, planned, flags.now)
      const again = openDatabase(flags.persist)
      endSeed(again)
      again.close()
    })
  }
  if (flags.print) for (const { email, password } of accounts) console.log(`account: ${email} ${password}`)
}

function readFlags() {
  const { values } = parseArgs({
    options: {
      profiles: { type: "string", default: "240" },
      seed: { type: "string", default: "1" },
      now: { type: "string", default: lastNoon(Date.now()) },
      persist: { type: "string", default: ".wrangler/state" },
      "if-empty": { type: "boolean", default: false },
      "without-media": { type: "boolean", default: false },
      print: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  })
  const now = Date.parse(values.now)
  if (Number.isNaN(now)) throw new Error("--now must be a moment such as 2026-11-20T12:00:00Z")
  return {
    profiles: readNumber("--profiles", values.profiles, 1, 1_000_000),
    seed: readNumber("--seed", values.seed, 0, 2 ** 32 - 1),
    now,
    persist: values.persist,
    ifEmpty: values["if-empty"],
    withoutMedia: values["without-media"],
    print: values.print,
    help: values.help,
  }
}

function readNumber(flag: string, value: string, least: number, max: number): number {
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
  if (number >= least && number <= max) return number
  throw new Error(`${flag} must be a whole number from ${count(least)} to ${count(max)}, not “${value}”`)
}

/** Runs a step; counts its seconds on a terminal, and says how long it took. */
async function timed<T>(what: string, action: () => Promise<T>): Promise<T> {
  const start = performance.now()
  const seconds = (digits: number) => ((performance.now() - start) / 1000).toFixed(digits)
  const show = () => process.stdout.write(`seed: … ${seconds(0)} s\r`)
  const timer = process.stdout.isTTY ? setInterval(show, 1_000) : undefined
  try {
    const result = await action()
    console.log(`seed: ${what} in ${seconds(1)} s`)
    return result
  } finally {
    clearInterval(timer)
  }
}

function count(number: number): string {
  return number.toLocaleString("en-GB")
}
