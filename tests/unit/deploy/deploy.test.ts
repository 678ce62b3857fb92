import { beforeEach, describe, expect, test } from "vitest"
import { checkPlainSettings, deploy, type Steps } from "../../../scripts/deploy/deploy"
import { queuesOf, readWranglerConfig } from "../../../scripts/deploy/deployment"
import type { Deployed } from "../../../scripts/deploy/smoke"

const deployment = {
  jurisdiction: "eu",
  location: "weur",
  database_id: "11111111-1111-4111-8111-111111111111",
  vars: { APP_ORIGIN: "https://salon.internal", MAIL_FROM: "Salon <post@salon.internal>" },
  edition: "eu",
  siteName: "Salon",
} as const
const secrets = ["SECRETS_KEY", "REALTIME_SECRET", "ACCESS_KEY"]

/** Steps done, in order. */
let done: string[]
let site: Deployed | null
/** Lines of the terminal, and the question for what is missing. */
let said: string[]
let asked: object | null
beforeEach(() => {
  done = []
  said = []
  asked = null
  site = null
})

/** Steps that are recorded; `missing`: the commands whose answer is a failure. */
function recorded({
  missing = [] as string[],
  present = secrets,
  isSound = true,
  items = [] as string[] | Error,
} = {}): Steps {
  return {
    ask: async (...args) => {
      const command = args.join(" ")
      done.push(command)
      if (command === "secret list") return { status: 0, output: JSON.stringify(present.map((name) => ({ name }))) }
      const isMissing = missing.some((one) => command.startsWith(one))
      return isMissing ? { status: 1, output: "not found" } : { status: 0, output: "{}" }
    },
    run: async (...args) => void done.push(args.join(" ")),
    build: async () => void done.push("build"),
    foundation: async () => {
      done.push("foundation")
      return { written: 0, blank: [] }
    },
    smoke: async (deployed) => {
      done.push("smoke")
      site = deployed
      return isSound
    },
    missing: async (place, settings) => {
      asked = { place, settings }
      if (items instanceof Error) throw items
      return items
    },
    say: (line) => void said.push(line),
  }
}

const start = (steps: Steps, changes: object = {}) =>
  deploy({ deployment: { ...deployment, ...changes } as never, accessKey: "a key", now: 1 }, steps)

describe("a deployment", () => {
  test("a deployment checks first, then makes the tables and the foundation, then deploys the Worker, then looks at it", async () => {
    expect(await start(recorded())).toBe(true)
    const actions = done.filter((one) => !/^(secret list|d1 info|r2 |queues )/.test(one))
    expect(actions).toEqual(["build", "d1 migrations apply salon --remote", "foundation", "deploy", "smoke"])
    expect(done.slice(0, done.indexOf("build"))).toEqual([
      "secret list",
      "d1 info salon --json",
      "r2 bucket info salon-media --jurisdiction eu",
      ...queuesOf(readWranglerConfig()).map((queue) => `queues info ${queue}`),
    ])
    expect(site).toEqual({ origin: "https://salon.internal", realtimeKey: "salon", accessKey: "a key", isGated: true })
  })

  test.each(["d1 info", "r2 bucket info", "queues info salon-mail", "queues info salon-jobs"])(
    "a missing store (%s) is an error before anything is changed",
    async (missing) => {
      await expect(start(recorded({ missing: [missing] }))).rejects.toThrow(/was not found: npx wrangler .* create/)
      expect(done).not.toContain("build")
      expect(done).not.toContain("deploy")
    },
  )

  test("a missing bucket for backups is an error, with its own jurisdiction", async () => {
    const backups = { bucket: "salon-copies", jurisdiction: "none" }
    await expect(start(recorded({ missing: ["r2 bucket info salon-copies"] }), { backups })).rejects.toThrow(
      "the bucket salon-copies was not found: npx wrangler r2 bucket create salon-copies\n",
    )
  })

  test("a deployment says at its end what keeps it a demonstration, by the settings that it has", async () => {
    const approval = { provider: "stripe", ref: "T-1", date: "2026-11-01", declared_activity: "A directory of guides" }
    const vars = { ...deployment.vars, PAYMENT_APPROVAL: approval }
    expect(await start(recorded({ items: ["Counsel", "Countries"] }), { vars })).toBe(true)
    expect(asked).toEqual({
      place: { remote: true },
      settings: { isProduction: true, comparesHashes: true, paymentApprovedOn: "2026-11-01" },
    })
    expect(said.join("\n")).toMatch(/The site is a demonstration[\s\S]*Counsel\n {2}Countries/)
  })

  test("a complete one says that it is live, and one that cannot be asked fails no deployment", async () => {
    expect(await start(recorded())).toBe(true)
    expect(said.join("\n")).toContain("Nothing is missing for the launch")
    expect(await start(recorded({ items: new Error("no database") }))).toBe(true)
    expect(said.join("\n")).toContain("could not be read: no database")
  })

  test("an unsound site makes the deployment fail", async () => {
    expect(await start(recorded({ isSound: false }))).toBe(false)
  })

  test("a secret in deployment.toml is refused by name, before any login", async () => {
    const vars = { ...deployment.vars, SECRETS_KEY: "k".repeat(43) }
    await expect(start(recorded(), { vars })).rejects.toThrow("SECRETS_KEY is a secret: remove it from deployment.toml")
    expect(done).toEqual([])
  })

  test("a misspelt setting and a misspelt secret are refused by name, with the one that was meant", async () => {
    const vars = { ...deployment.vars, INDEXIN: "open" }
    await expect(start(recorded(), { vars })).rejects.toThrow("INDEXIN: is no setting (did you mean INDEXING?)")
    expect(done).toEqual([])
    await expect(start(recorded({ present: [...secrets, "ACESS_KEY"] }))).rejects.toThrow(
      "ACESS_KEY: is no setting (did you mean ACCESS_KEY?)",
    )
    expect(done).toEqual(["secret list"])
  })

  test("a missing secret is named after the login", async () => {
    await expect(start(recorded({ present: ["REALTIME_SECRET"] }))).rejects.toThrow("SECRETS_KEY: is missing")
    expect(done).toEqual(["secret list"])
  })

  test("nobody logged in is one sentence", async () => {
    const steps = { ...recorded(), ask: async () => ({ status: 1, output: "set a CLOUDFLARE_API_TOKEN environment" }) }
    await expect(start(steps)).rejects.toThrow("Nobody is logged in")
  })
})

test("the plain settings are checked by themselves: wrong ones are named, right ones pass without any secret", async () => {
  await expect(checkPlainSettings(deployment)).resolves.toBeUndefined()
  const wrong = { ...deployment, vars: { ...deployment.vars, PRIMARY_COLOR: "blue", MAIL_FROM: "a@salon.example" } }
  await expect(checkPlainSettings(wrong)).rejects.toThrow(/MAIL_FROM: is an example[\s\S]*|PRIMARY_COLOR/)
})
