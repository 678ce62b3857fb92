import { matchPath } from "@remix-run/react"
import { beforeAll, expect, test } from "vitest"
import { pathOfIntent } from "~/features/accounts/settings/sections"
import { type RenderedIntent, type RoutePage, readRoutes } from "./helpers/intents"
import { filesOf, textOf } from "./helpers/sources"

/** Where the acts of a resource are rendered: by name, which their route's handlers have from the same list. */
const actionsOfResources = [
  "app/features/back-office/kit/list/use-actions.ts",
  "app/features/back-office/kit/record/action-forms.tsx",
] as const

/** Forms that the dialog of a layout, which has no action, posts to the page of the proof: their address is a property. */
const formsOfProof = [
  "app/features/accounts/auth/passkey-button.tsx",
  "app/features/accounts/auth/proof-forms.tsx",
  "app/features/accounts/auth/second-factor-forms.tsx",
] as const

/** The hook of all forms of the settings, each of which posts to its own section. */
const formsOfSettings = "app/features/accounts/settings/use-settings-form.ts"

let routes: RoutePage[]
beforeAll(() => {
  routes = readRoutes().map((page) => ({ ...page, rendered: page.rendered.flatMap(withSection) }))
}, 120_000)

function withSection(intent: RenderedIntent): RenderedIntent[] {
  if (fileOf(intent) !== formsOfSettings) return [intent]
  return (intent.values ?? []).map((value) => ({ ...intent, values: [value], action: pathOfIntent(value) }))
}

const fileOf = ({ place }: RenderedIntent) => place.split(":")[0] ?? ""
const isIn = (files: readonly string[], intent: RenderedIntent) => files.includes(fileOf(intent))

/** Parameters, and the page of every other address, come after literal segments. */
const looseness = ({ path }: RoutePage) => path.replaceAll(/[^:*]/g, "").length

/** The route whose action receives a form: the most literal one that matches its address. */
function receiverOf(intent: RenderedIntent, page: RoutePage): RoutePage | undefined {
  const address = intent.action ?? (page.handled === null && isIn(formsOfProof, intent) ? "/auth/confirm" : null)
  if (address === null) return page
  const matching = routes.filter(({ path, handled }) => handled !== null && matchPath(path, address))
  return matching.toSorted((one, other) => looseness(one) - looseness(other))[0]
}

test("every intent that a page renders is handled by the route that its form posts to", () => {
  const rendered = routes.flatMap((page) => page.rendered.map((intent) => ({ page, intent })))
  expect(rendered.length).toBeGreaterThan(90)
  const unhandled = rendered.flatMap(({ page, intent }) => {
    if (isIn(actionsOfResources, intent)) return []
    const receiver = receiverOf(intent, page)
    if (receiver?.handled === "any") return []
    const missing = (intent.values ?? ["(not a union of literals)"]).filter(
      (value) => !receiver?.handled?.includes(value),
    )
    return missing.map((value) => `${intent.place} "${value}" on ${page.path}`)
  })
  expect(unhandled, "Add it to the intents of the page's component; the compiler asks for the handler.").toEqual([])
})

test("every intent that a route handles is rendered by its page, or by a form with its address", () => {
  const unused = routes.flatMap((route) => {
    const { handled, path } = route
    if (handled === null || handled === "any") return []
    const posted = routes.flatMap((page) => page.rendered.filter((intent) => receiverOf(intent, page) === route))
    const known = new Set(posted.flatMap(({ values }) => values ?? []))
    if (posted.some((intent) => isIn(actionsOfResources, intent))) return []
    return handled.filter((intent) => !known.has(intent)).map((intent) => `${path} "${intent}"`)
  })
  expect(unused).toEqual([])
})

test("every file that renders an intent is found below a route", () => {
  const found = new Set(routes.flatMap(({ rendered }) => rendered.map(fileOf)))
  const rendering = filesOf("app/{features,routes,ui}/**/*.tsx").filter((file) => /name="intent"/.test(textOf(file)))
  expect(rendering.filter((file) => !found.has(file))).toEqual([])
})
