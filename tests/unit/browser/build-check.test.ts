import { describe, expect, test, vi } from "vitest"
import { startBuildCheck } from "~/browser/loading/build-check"

const hour = 3_600_000

/** A clock whose timers the test fires, and a server whose responses are given by path. */
function setUp(answers: Record<string, () => unknown>) {
  const timers = new Map<number, { callback: () => void; ms: number }>()
  let lastTimer = 0
  const asked: string[] = []
  const onUpdate = vi.fn()
  const stop = startBuildCheck({
    buildId: "old",
    fetch: async (url) => {
      asked.push(url)
      const answer = await answers[url.split("?", 1).join("")]?.()
      return { ok: answer !== undefined, json: async () => (typeof answer === "string" ? JSON.parse(answer) : answer) }
    },
    setTimeout: (callback, ms) => {
      lastTimer += 1
      timers.set(lastTimer, { callback, ms })
      return lastTimer
    },
    clearTimeout: (timer) => timers.delete(timer),
    now: () => 1_700_000_000_000,
    onUpdate,
  })
  return {
    asked,
    onUpdate,
    stop,
    waits: () => [...timers.values()].map((timer) => timer.ms),
    async pass() {
      const due = [...timers.values()]
      timers.clear()
      for (const timer of due) timer.callback()
      await new Promise((resolve) => setTimeout(resolve))
    },
  }
}

const meta = "/builds/meta/old.json"
const latest = "/builds/latest.json"

describe("the build check", () => {
  test("the build check requests nothing at first, then once an hour", async () => {
    const check = setUp({ [latest]: () => ({ id: "old" }), [meta]: () => ({ id: "old" }) })
    expect(check.asked).toEqual([])
    expect(check.waits()).toEqual([hour])
    await check.pass()
    expect(check.asked).toEqual(["/builds/latest.json?1700000000000", meta])
    expect(check.waits()).toEqual([hour])
    expect(check.onUpdate).not.toHaveBeenCalled()
  })

  test("the build check reads its own id once", async () => {
    const check = setUp({ [latest]: () => ({ id: "old" }), [meta]: () => ({ id: "old" }) })
    for (let i = 0; i < 3; i += 1) await check.pass()
    expect(check.asked.filter((url) => url === meta)).toHaveLength(1)
  })

  test("the build check reports another build once, and then ends", async () => {
    const check = setUp({ [latest]: () => ({ id: "new" }), [meta]: () => ({ id: "old" }) })
    await check.pass()
    await check.pass()
    expect(check.onUpdate.mock.calls).toEqual([[{ id: "new" }]])
    expect(check.waits()).toEqual([])
  })

  test("the build check knows its own id even if the deploy has removed the old build's file", async () => {
    const check = setUp({ [latest]: () => ({ id: "new" }) })
    await check.pass()
    expect(check.onUpdate).toHaveBeenCalledTimes(1)
  })

  test("the build check compares with the id in its own file, not with the file's name", async () => {
    const check = setUp({ [latest]: () => ({ id: "old-b" }), [meta]: () => ({ id: "old-b" }) })
    await check.pass()
    expect(check.onUpdate).not.toHaveBeenCalled()
  })

  test.each([
    ["a network error", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["a page instead of JSON", () => "<!doctype html>"],
    ["a missing file", () => undefined],
    ["null", () => "null"],
    ["an id that is no text", () => ({ id: 7 })],
    ["an empty id", () => ({ id: "" })],
  ])("the build check is silent about %s and asks again later", async (_, answer) => {
    let broken = true
    const check = setUp({ [latest]: () => (broken ? answer() : { id: "new" }), [meta]: () => ({ id: "old" }) })
    await check.pass()
    expect(check.onUpdate).not.toHaveBeenCalled()
    expect(check.waits()).toEqual([hour])
    broken = false
    await check.pass()
    expect(check.onUpdate).toHaveBeenCalledTimes(1)
  })

  test("the build check is silent when fetch itself fails", async () => {
    const timers: (() => void)[] = []
    const onUpdate = vi.fn()
    startBuildCheck({
      buildId: "old",
      fetch: () => Promise.reject(new TypeError("Failed to fetch")),
      setTimeout: (callback) => timers.push(callback),
      clearTimeout: () => {},
      now: () => 0,
      onUpdate,
      interval: 10,
    })
    timers[0]?.()
    await vi.waitFor(() => expect(timers).toHaveLength(2))
    expect(onUpdate).not.toHaveBeenCalled()
  })

  test("a stopped build check makes no request and no report", async () => {
    let stop = () => {}
    const check = setUp({
      [latest]: () => {
        stop()
        return { id: "new" }
      },
    })
    stop = check.stop
    await check.pass()
    expect(check.onUpdate).not.toHaveBeenCalled()
    expect(check.waits()).toEqual([])
  })

  test("the build check never has two timers", async () => {
    const check = setUp({ [latest]: () => ({ id: "old" }) })
    for (let i = 0; i < 5; i += 1) {
      expect(check.waits()).toHaveLength(1)
      await check.pass()
    }
  })
})
