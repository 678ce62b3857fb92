import { beforeAll, describe, expect, test } from "vitest"
import { hashPassword } from "~/domain/accounts/passwords/hash.server"
import { fetchApp, fetchWith, withAccess } from "../helpers/app"
import { type Element, elementsOf, headingOf, textOf } from "../helpers/page"
import { insertUser } from "../helpers/rows"

interface Document {
  tags: { name: string }[]
  paths: Record<string, Record<string, { operationId: string; summary: string }>>
  components: { schemas: Record<string, object> }
}

let policy: string
let html: string
let elements: Element[]
let document: Document
beforeAll(async () => {
  const response = await fetchApp("/api/docs", await withAccess())
  expect(response.status).toBe(200)
  policy = response.headers.get("Content-Security-Policy") ?? ""
  html = await response.text()
  elements = await elementsOf(html)
  document = await (await fetchApp("/api/openapi.json", await withAccess())).json()
})

const operations = () => Object.values(document.paths).flatMap((item) => Object.values(item))
const ids = () => elements.flatMap(({ attributes }) => attributes.id ?? [])
const targets = () => elements.flatMap(({ attributes: { href } }) => (href?.startsWith("#") ? [href.slice(1)] : []))
const anchorOf = (tag: string) => `tag-${tag.replaceAll(" ", "-")}`

describe("the page of the API's documentation", () => {
  test("the API documentation shows every operation and schema, under the strict policy", () => {
    expect(policy).not.toContain("unsafe")
    expect(headingOf(html)).toBe("Salon API")
    for (const [path, item] of Object.entries(document.paths)) {
      for (const [method, { operationId, summary }] of Object.entries(item)) {
        const [, heading = ""] = new RegExp(`id="${operationId}".*?<h3>(.*?)</h3>`, "s").exec(html) ?? []
        expect(textOf(heading)).toBe(`${method.toUpperCase()} ${path} ${summary}`)
      }
    }
    expect(ids()).toEqual(
      expect.arrayContaining(Object.keys(document.components.schemas).map((name) => `schema-${name}`)),
    )
  })

  test("the API documentation links from its contents to every tag and every operation", () => {
    const [contents = ""] = /<nav.*<\/nav>/s.exec(html) ?? []
    const anchors = [...document.tags.map(({ name }) => anchorOf(name)), ...operations().map((one) => one.operationId)]
    expect(anchors.length).toBeGreaterThan(100)
    expect(anchors.filter((anchor) => !contents.includes(`href="#${anchor}"`))).toEqual([])
  })

  test("the API documentation has a link to itself at every tag, operation and schema", () => {
    const links = elements.filter(({ attributes }) => attributes.class === "anchor")
    const named = [...document.tags.map(({ name }) => anchorOf(name)), ...operations().map((one) => one.operationId)]
    const schemas = Object.keys(document.components.schemas).map((name) => `schema-${name}`)
    expect(links.map(({ attributes }) => attributes.href?.slice(1)).toSorted()).toEqual(
      [...named, ...schemas].toSorted(),
    )
    for (const { attributes } of links) expect(attributes["aria-label"]).toMatch(/^Link to ./)
  })

  test("the API documentation has each id once, and leads nowhere else on the page", () => {
    expect(new Set(ids()).size).toBe(ids().length)
    expect([...new Set(targets())].filter((target) => !ids().includes(target))).toEqual([])
  })

  test("the API documentation loads nothing: its scripts and styles are inline", () => {
    const loading = elements.filter(
      ({ tag, attributes }) => tag === "img" || attributes.src || attributes.rel === "stylesheet",
    )
    expect(loading).toEqual([])
  })

  test("the API documentation renders the Markdown of the document", () => {
    expect(textOf(html.replace(/<(script|style|pre)\b.*?<\/\1>/gs, ""))).not.toMatch(/`|\*\*|^#+ /m)
    expect(html).toContain('<a href="#signIn"><code>POST /auth/login</code></a>')
    expect(html).toContain('<a href="#error-rate.limited"><code>rate.limited</code></a>')
  })

  test("the API documentation escapes the app's name", async () => {
    const named = await (await fetchWith({ APP_NAME: "<script>x</script>" }, "/api/docs", await withAccess())).text()
    expect(named).toContain("&lt;script&gt;x&lt;/script&gt; API")
    expect(named).not.toContain("<script>x")
  })
})

describe("the examples of the API's documentation", () => {
  test("the examples get a token and call an operation with it, as they are written", async () => {
    const [getToken = "", call = "", ...others] = [...html.matchAll(/<pre><code>(.*?)<\/code><\/pre>/gs)].map(
      ([, code = ""]) => textOf(code),
    )
    expect(others).toEqual([])

    const first = requestOf(getToken)
    const { email, password } = JSON.parse(String(first.init.body))
    const user = await insertUser({ email, passwordHash: await hashPassword(password) })
    const { token } = (await (await fetchApp(first.url, first.init)).json()) as { token: string }

    const second = requestOf(call.replace("$TOKEN", token))
    const response = await fetchApp(second.url, second.init)
    expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ id: user.id, email })])
  })
})

/** Returns the request that a curl command sends. */
function requestOf(command: string): { url: string; init: RequestInit } {
  const words = [...command.replaceAll("\\\n", " ").matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? "",
  )
  const [curl, url = "", ...options] = words
  expect(curl).toBe("curl")
  const headers = new Headers()
  let body: string | undefined
  for (let at = 0; at < options.length; at += 2) {
    const value = options[at + 1] ?? ""
    if (options[at] === "-d") body = value
    else if (options[at] === "-H") headers.append(...(value.split(": ", 2) as [string, string]))
    else throw new Error(`This test does not know the option ${options[at]} of curl`)
  }
  return { url, init: { method: body === undefined ? "GET" : "POST", headers, body } }
}
