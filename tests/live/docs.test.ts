import { spawn } from "node:child_process"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, expect, test } from "vitest"
import { call, introduce, type Pair } from "./people.ts"
import { type LiveServer, startLive } from "./server.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const page = readFileSync(join(root, "docs/realtime.md"), "utf8")
const examples = [...page.matchAll(/^## (.+)\n(?:(?!^## )[\s\S])*?```js\n([\s\S]*?)```/gm)].map(
  ([, name = "", code = ""]) => [name, code] as const,
)

let server: LiveServer
let pair: Pair
let id: string

beforeAll(async () => {
  server = await startLive({ pairs: 1, vars: { REALTIME_KEY: "docs", REALTIME_SECRET: "d".repeat(40) } })
  pair = server.people[0] as Pair
  id = await introduce(server.origin, pair)
})
afterAll(() => server?.stop())

test("docs/realtime.md has three examples", () => {
  expect(examples.map(([name]) => name)).toEqual(["pusher-js", "laravel-echo", "Without a library"])
})

test.each(examples)("the example for %s in docs/realtime.md prints the message that was sent", async (name, code) => {
  const body = `To ${name}`
  const said = await run(code, () =>
    call(server.origin, {
      person: pair.member,
      method: "POST",
      path: `/conversations/${id}/messages`,
      body: { client_id: crypto.randomUUID(), body },
    }),
  )
  expect(said.trim().split("\n")).toEqual(["ready", body])
})

/** Runs a module beside the project's dependencies; calls `onReady` once it says so. Returns its output. */
async function run(code: string, onReady: () => Promise<unknown>): Promise<string> {
  const file = join(root, `tests/live/.example-${crypto.randomUUID()}.mjs`)
  writeFileSync(file, code)
  const { id: SALON_USER, token: SALON_TOKEN } = pair.owner
  const env = { ...process.env, SALON_ORIGIN: server.origin, SALON_KEY: "docs", SALON_USER, SALON_TOKEN }
  const child = spawn(process.execPath, [file], { env, stdio: ["ignore", "pipe", "pipe"] })
  let said = ""
  let isReady = false
  try {
    return await new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`It did not end; its output was ${said}`)), 20_000)
      const onMessage = (chunk: Buffer) => {
        said += chunk
        if (isReady || !said.includes("ready")) return
        isReady = true
        onReady().catch(reject)
      }
      child.stdout.on("data", onMessage)
      child.stderr.on("data", onMessage)
      child.once("exit", () => {
        clearTimeout(timer)
        resolve(said)
      })
    })
  } finally {
    child.kill()
    rmSync(file)
  }
}
