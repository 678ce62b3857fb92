import { env } from "cloudflare:workers"
import { insertCategory, insertCity, insertProfile } from "./rows"

const indexes = ["search_newest", "search_price", "search_profiles", "search_users"]

/** The search indexes whose stored bytes hold a word, of which an index stores only what differs from the word before it. */
export async function indexesWith(word: string): Promise<string[]> {
  const held: string[] = []
  for (const index of indexes) {
    const { results } = await env.DB.prepare(`SELECT block FROM ${index}_data`).all<{ block: number[] }>()
    const texts = results.map(({ block }) => new TextDecoder("latin1").decode(new Uint8Array(block)))
    if (texts.some((text) => text.includes(word.slice(-8).toLowerCase()))) held.push(index)
  }
  return held
}

/** Makes so many other members with profiles and merges all into one segment: one deletion among them does not make an index merge by itself. */
export async function crowdIndexes(others = 30): Promise<void> {
  const place = { cityId: (await insertCity()).id, categoryId: (await insertCategory()).id }
  for (let n = 0; n < others; n += 1) await insertProfile(place)
  await env.DB.batch(indexes.map((index) => env.DB.prepare(`INSERT INTO ${index} (${index}) VALUES ('optimize')`)))
}
