import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test"
import { chatters, origins, pairs } from "./addresses"
import { bareAddress, newNetwork, open, postForm } from "./test"

export const composer = (page: Page) => page.getByRole("textbox", { name: /^(Write to|Écrire à) / })
export const log = (page: Page) => page.getByRole("log")
export const notices = (page: Page) => page.getByRole("region", { name: /^(Notices|Notifications)$/ })

type Cookies = Awaited<ReturnType<BrowserContext["storageState"]>>
/** By address and language: each language has a domain, and a session is one domain's. */
const sessions = new Map<string, Cookies>()

interface Entered {
  context: BrowserContext
  page: Page
}

/**
 * Opens a browser for a member of a pair, signed in once for all tests of a worker process. Its page shows a response
 * that is not a page.
 */
export async function enterAs(
  browser: Browser,
  passes: Cookies,
  email: string,
  language: "en" | "fr",
): Promise<Entered> {
  const key = `${email} ${language}`
  const known = sessions.get(key)
  const context = await browser.newContext({
    baseURL: origins[language],
    reducedMotion: "reduce",
    storageState: known ?? passes,
    extraHTTPHeaders: { "CF-Connecting-IP": newNetwork() },
  })
  const page = await context.newPage()
  await page.goto(bareAddress)
  if (!known) {
    await postForm(page, "/auth/login", { email, password: chatters.password })
    sessions.set(key, await context.storageState())
  }
  return { context, page }
}

interface ApiRequest {
  method: string
  path: string
  body?: object
  headers?: Record<string, string>
}

/** Calls the API from the page's own origin, as its signed-in member. */
export function ask<Answer>(page: Page, request: ApiRequest): Promise<Answer> {
  return page.evaluate(async ({ method, path, body, headers }) => {
    const allHeaders = { ...(body && { "Content-Type": "application/json" }), ...headers }
    const response = await fetch(`/api${path}`, { method, headers: allHeaders, body: body && JSON.stringify(body) })
    const answer = response.status === 204 ? null : await response.json()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
    return answer
  }, request) as Promise<Answer>
}

export const post = (page: Page, id: string, body: string) =>
  ask(page, { method: "POST", path: `/conversations/${id}/messages`, body: { client_id: crypto.randomUUID(), body } })

/** Opens browsers for both members of a pair, and the conversation in which both may write. */
export async function meetPair(browser: Browser, passes: Cookies, which: keyof typeof pairs) {
  const { requester, owner, slug } = pairs[which]
  const [one, other] = [await enterAs(browser, passes, requester, "en"), await enterAs(browser, passes, owner, "fr")]
  const begin = { profile: slug, client_id: "first", body: "Good evening. Would you be free on Friday?" }
  const { conversation } = await ask<{ conversation: { id: string; state: string } }>(one.page, {
    method: "POST",
    path: "/conversations",
    body: begin,
  })
  if (conversation.state === "request")
    await ask(other.page, { method: "POST", path: `/conversations/${conversation.id}/accept` })
  return { requester: one.page, owner: other.page, id: conversation.id, path: `/profile/chat/${conversation.id}` }
}

/** Opens a page and waits until its socket receives events. Without them the error says how far the socket came. */
export async function openLive(page: Page, path: string): Promise<void> {
  const steps: string[] = []
  page.on("websocket", (socket) => {
    steps.push("opening")
    socket.on("framereceived", ({ payload }) => steps.push(String(payload).slice(0, 60)))
    socket.on("socketerror", (error) => steps.push(error))
    socket.on("close", () => steps.push("closed"))
  })
  await open(page, path)
  // The document's own list of responses: those to the one that was left may arrive after it was replaced.
  const hasEvents = () =>
    performance.getEntriesByType("resource").some(({ name }) => new URL(name).pathname === "/api/events")
  await page.waitForFunction(hasEvents, null, { timeout: 45_000, polling: 50 }).catch((error) => {
    const came = steps.join(", ") || "none"
    throw new Error(`The socket of ${page.url()} receives no events. So far: ${came}`, { cause: error })
  })
}

export async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await composer(page).press("Enter")
  await expect(log(page).getByText(text, { exact: true })).toBeVisible()
}

/** Makes the page believe that its tab is in the background, or in front again. */
export function setHidden(page: Page, isHidden: boolean): Promise<void> {
  return page.evaluate((isHidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden })
    Object.defineProperty(document, "visibilityState", {
      configurable: true,
      get: () => (isHidden ? "hidden" : "visible"),
    })
    document.dispatchEvent(new Event("visibilitychange"))
  }, isHidden)
}

/** Returns the number of a member's unread messages in a conversation, from the API. */
export const unreadOf = async (page: Page, id: string) =>
  (await ask<{ unread_messages_count: number }>(page, { method: "GET", path: `/conversations/${id}` }))
    .unread_messages_count
