import { env } from "cloudflare:workers"
import { and, eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { cityTexts } from "~/db/schema"
import { fetchWith, signedIn, withAccess } from "../helpers/app"
import { recorded } from "../helpers/recorded"
import { db, insertCategory, insertCity, insertProfile, insertUser } from "../helpers/rows"

let cityId: string
let categoryId: string

beforeAll(async () => {
  const city = await insertCity({ slug: "aix" })
  cityId = city.id
  const category = await insertCategory({ slug: "dinners" })
  categoryId = category.id
  await insertProfile({ cityId, categoryId })
})

async function renameCity(name: string) {
  await db
    .update(cityTexts)
    .set({ name })
    .where(and(eq(cityTexts.cityId, cityId), eq(cityTexts.locale, "en")))
}

/** Searches, as a visitor or a member; returns where the response leads to, and how often the names of the catalogue were read for it. */
async function search(words: string, init: RequestInit) {
  let reads = 0
  const DB = recorded(env.DB, (query) => {
    if (query.includes("FROM cities WHERE other_names <> ''")) reads += 1
  })
  const response = await fetchWith({ DB }, `/escorts?q=${words}`, { ...init, redirect: "manual" })
  return { leadsTo: response.headers.get("Location"), reads }
}

test("a search reads the names of the catalogue again only after one of them changed", async () => {
  const [visitor, member] = [await withAccess(), await signedIn(await insertUser())]
  await renameCity("Rosewater")
  expect(await search("rosewater", visitor)).toEqual({ leadsTo: "/escorts?city=aix", reads: 1 })
  expect(await search("rosewater", visitor)).toEqual({ leadsTo: "/escorts?city=aix", reads: 0 })
  expect(await search("rosewater", member)).toEqual({ leadsTo: "/escorts?city=aix", reads: 0 })
  await insertProfile({ cityId, categoryId, name: "Somebody New" })
  expect(await search("somebody", member)).toEqual({ leadsTo: null, reads: 0 })
  await renameCity("Bluewater")
  expect(await search("bluewater", member)).toEqual({ leadsTo: "/escorts?city=aix", reads: 1 })
  expect(await search("rosewater", visitor)).toEqual({ leadsTo: null, reads: 0 })
})
