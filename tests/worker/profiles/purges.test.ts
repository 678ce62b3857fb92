import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import { profiles, searchPurges } from "~/db/schema"
import { sweepPurges } from "~/domain/profiles/search-upkeep/purges.server"
import {
  askPurges,
  continuePurge,
  profileIndexes,
  type SearchPurge,
} from "~/domain/profiles/search-upkeep/queries.server"
import { runCron } from "../helpers/mail"
import { db, insertCategory, insertCity, insertProfile } from "../helpers/rows"
import { crowdIndexes, indexesWith } from "../helpers/search-bytes"

const database = openDatabase(env.DB, null).db
const asked = () => db.select().from(searchPurges).orderBy(searchPurges.index)
const ask = async (now = 1) => {
  await database.batch(askPurges(database, profileIndexes, now) as [ReturnType<typeof askPurges>[number]])
}

let place: { cityId: string; categoryId: string }
beforeEach(async () => {
  await db.delete(searchPurges)
  place = { cityId: (await insertCity()).id, categoryId: (await insertCategory()).id }
})

/** Lists somebody with a name of one word among others, and deletes them. */
async function leave(name: string): Promise<void> {
  const { id } = await insertProfile({ ...place, name })
  await crowdIndexes()
  expect(await indexesWith(name)).toEqual([...profileIndexes])
  await db.delete(profiles).where(eq(profiles.id, id))
}

describe("the search indexes", () => {
  test("hold the words of a deleted profile until they are purged", async () => {
    await leave("Quxarelimzoph")
    expect(await indexesWith("quxarelimzoph")).toEqual([...profileIndexes])
    await ask()
    await sweepPurges({ db: database })
    expect(await indexesWith("quxarelimzoph")).toEqual([])
    expect(await asked()).toEqual([])
  })

  test("are purged again of who is deleted after a purge began, by the cron as well", async () => {
    await leave("Vabrenulkothy")
    await ask()
    await sweepPurges({ db: database }, 1)
    expect((await asked()).map(({ asked, begun }) => [asked, begun])).toEqual([
      [1, 1],
      [1, null],
      [1, null],
    ])
    await leave("Wexorandigulf")
    await ask()
    expect((await asked()).map(({ asked, begun }) => [asked, begun])).toEqual([
      [2, 1],
      [2, null],
      [2, null],
    ])
    await runCron("*/5 * * * *")
    expect(await asked()).toEqual([])
    for (const word of ["vabrenulkothy", "wexorandigulf"]) expect(await indexesWith(word)).toEqual([])
  })

  test("are not thought to be purged by whoever continues an earlier purge", async () => {
    await ask(1)
    await sweepPurges({ db: database }, 1)
    const [earlier] = await asked()
    await sweepPurges({ db: database })
    expect(await asked()).toEqual([])
    await ask(2)
    await sweepPurges({ db: database }, 1)
    await continuePurge(database, earlier as SearchPurge, 1_000)
    expect((await asked()).map(({ asked, begun }) => [asked, begun])).toEqual([
      [2, 2],
      [2, null],
      [2, null],
    ])
  })

  test("find the profiles that remain after a purge", async () => {
    const stays = await insertProfile({ ...place, name: "Zimorenthaquil" })
    await leave("Yebunarkolfith")
    await ask()
    await sweepPurges({ db: database })
    for (const index of ["search_newest", "search_price"]) {
      const order = index.slice("search_".length)
      const { results } = await env.DB.prepare(
        `SELECT l.profile_id FROM ${index} AS s JOIN listings AS l ON l.${order} = s.rowid WHERE ${index} MATCH '{en fr} : (zimorenthaquil OR yebunarkolfith)'`,
      ).all()
      expect(results).toEqual([{ profile_id: stays.id }])
    }
  })

  test.each([
    [1, 0],
    [2, 1],
    [4, 1],
  ])("are purged on after a merge that wrote %i rows: %i purge is left", async (changes, left) => {
    await ask()
    await db.update(searchPurges).set({ begun: 1 })
    const run = async () => ({ meta: { changes } })
    const merging = Object.create(database, { $client: { value: { prepare: () => ({ bind: () => ({ run }) }) } } })
    await continuePurge(merging, { index: "search_newest", asked: 1, begun: 1 }, 1_000)
    expect((await asked()).filter(({ index }) => index === "search_newest")).toHaveLength(left)
  })

  test("cost one row read when nothing is to be purged", async () => {
    const { db, use } = openDatabase(env.DB, null)
    await sweepPurges({ db })
    expect([use.statements, use.rowsRead]).toEqual([1, 1])
  })
})
