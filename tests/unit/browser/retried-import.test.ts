import { expect, test } from "vitest"
import { importRetried } from "~/browser/loading/retried-import"

/** A part that fails that many times, the requested waits, and a function that ends the current wait. */
function failing(times: number) {
  const waits: (number | undefined)[] = []
  let end = () => {}
  let attempts = 0
  const load = async () => {
    attempts++
    if (attempts <= times) throw new TypeError("Failed to fetch dynamically imported module")
    return { name: "part" }
  }
  const wait = (ms: number | undefined, callback: () => void) => {
    waits.push(ms)
    end = callback
  }
  const goOn = async () => {
    end()
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { load, wait, waits, goOn, attempts: () => attempts }
}

test("an available part of the app is fetched once", async () => {
  const { load, wait, waits, attempts } = failing(0)
  expect(await importRetried(load, wait)).toEqual({ name: "part" })
  expect([attempts(), waits]).toEqual([1, []])
})

test("a part that fails is fetched again after 1, 4 and 15 seconds, then only once the browser is online again", async () => {
  const { load, wait, waits, goOn, attempts } = failing(5)
  const part = importRetried(load, wait)
  for (let attempt = 0; attempt < 6; attempt++) await goOn()
  expect(await part).toEqual({ name: "part" })
  expect(waits).toEqual([1_000, 4_000, 15_000, undefined, undefined])
  expect(attempts()).toBe(6)
})

test("a part that Vite gave up for a full load of the page is waited for, not taken as loaded", async () => {
  const { wait, goOn } = failing(0)
  const parts = [undefined, { name: "part" }]
  const part = importRetried(async () => parts.shift() as { name: string }, wait)
  await goOn()
  await goOn()
  expect(await part).toEqual({ name: "part" })
})
