import { describe, expect, test } from "vitest"
import { filesOf, textOf } from "./helpers/sources"

/** Functions of the domain that are named like a step and are none. */
const others: Record<string, string> = {
  sweep: "a query of sweepImpersonations",
  renewRecoveryCodes: "an act of a member",
  renewToken: "an act of a member's session",
  renewPass: "a value",
  makeRoom: "a member's sockets",
  sweepReturns: "a part of sweepMail",
  makeErasureDue: "a query of repeatErasure",
}
/** Names of the cron's steps; each such function of the domain is one. */
const verbs =
  /^(?:sweep|make|renew|requeue|seal|watch|start(?:Due|Erasures|Reconciliation)|enqueueDue|send(?:Digests|\w+Notices|\w+Reminders))[A-Z]?\w*$/

const exported = filesOf("app/domain/**/*.server.ts").flatMap((file) =>
  [...textOf(file).matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(([, name = ""]) => ({ file, name })),
)
const steps = [...textOf("worker/cron/steps.ts").matchAll(/^ {2}(\w+): (?:frequent|nightly)\((?:\(ctx\) => )?(\w+)/gm)]

describe("the steps of the cron", () => {
  test("are found, each under the name of its function", () => {
    expect(steps.length).toBeGreaterThan(40)
    expect(steps.filter(([, name, run]) => name !== run)).toEqual([])
  })

  test("are all functions of the domain that take a lane's place", () => {
    const places = exported.filter(({ file, name }) =>
      new RegExp(`export (?:async )?(?:function|const) ${name}\\b[^{]*?(?:Promise<Place>|place: Place = null\\))`).test(
        textOf(file),
      ),
    )
    const names = steps.map(([, name]) => name)
    expect(places.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([])
    expect(places.length).toBeGreaterThan(40)
  })

  test("are all functions of the domain that are named like one", () => {
    const names = new Set(steps.map(([, name]) => name))
    const missing = exported.filter(({ name }) => verbs.test(name) && !names.has(name) && !(name in others))
    expect(
      missing,
      "Add the function to worker/cron/steps.ts, or its name to the list of others, with a reason.",
    ).toEqual([])
  })
})
