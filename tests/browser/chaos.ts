import type { Browser, BrowserContext, BrowserContextOptions, Page, Request, Route } from "@playwright/test"
import { hydrated, newNetwork, pathOf } from "./test"

export const faults = ["abort", "503", "delay"] as const
export type Fault = (typeof faults)[number]

/** Who walks a page, and where from. */
export interface Walker {
  role: string
  options: BrowserContextOptions
  /** Null for those who have no conversations. */
  inbox: Inbox | null
}

/** The walker's messages, as other browsers see them: the walker's own network is the one that fails. */
export interface Inbox {
  /** Posts a message to the walker from the other person's browser. */
  post: (text: string) => Promise<unknown>
  /** Returns what the title counts: unread messages and notifications. */
  unread: () => Promise<{ messages: number; all: number }>
}

export interface WalkPlan {
  walker: Walker
  path: string
  /** The page's own heading, as a calm walk shows it. */
  heading?: string
  /** Fault of the first such request: `GET /faq.data`, or like it. Absent in a calm walk. */
  fault?: { key: string | RegExp; kind: Fault }
}

export interface Walk {
  /** Requests in order: `GET /faq.data`. True for files that are the same for everybody. */
  requests: Map<string, boolean>
  heading: string
  /** The status of the first document, and the path that it ended on. */
  status: number
  endedOn: string
  isHit: boolean
  /** The problem in one line. */
  trouble: string | null
}

const delay = 5_000
/** More requests of one address than that (in a walk) are a loop. */
const maxRequests = 20
/** How long a page has (ms) to get over what failed: the app waits 1, 4 and 15 s for its own files, and up to 5 s for its socket. */
const patience = 15_000
/** A file that is asked for again within that (ms) was preloaded in vain: for the reader it is one request. */
const preloaded = 500
const staticTypes = ["script", "stylesheet", "image", "font", "media", "manifest"]

/** Opens a page, types into its first field, hears a message, follows a link and comes back; with at most one request that fails. */
export async function walk(browser: Browser, plan: WalkPlan): Promise<Walk> {
  const context = await browser.newContext({
    ...plan.walker.options,
    viewport: { width: 1280, height: 900 },
    reducedMotion: "reduce",
    serviceWorkers: "block",
    extraHTTPHeaders: { "CF-Connecting-IP": newNetwork() },
  })
  const line = new Line(plan.fault)
  try {
    const page = await context.newPage()
    await line.watch(context, page)
    const walked: Walk = { requests: line.requests, heading: "", status: 0, endedOn: "", isHit: false, trouble: null }
    try {
      await visit(page, plan, line, walked)
      walked.trouble = line.connectionStatus()
    } catch (error) {
      walked.trouble = (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? ""
    }
    walked.isHit = line.isHit
    return walked
  } finally {
    line.end()
    await context.close()
  }
}

async function visit(page: Page, plan: WalkPlan, line: Line, walked: Walk): Promise<void> {
  const isCalm = plan.fault === undefined
  await openPage(page, plan, walked)
  if (isCalm) walked.heading = (await page.locator("h1").first().textContent({ timeout: patience })) ?? ""
  const heading = plan.heading ?? walked.heading
  // Some fields take 40 characters at most.
  const typed = `chaos ${crypto.randomUUID().slice(0, 8)}`

  await until("the page's own heading is shown", async () => (await headingOf(page)) === heading)
  await until("the page is hydrated", () => isHydrated(page))
  if (isCalm) await settled(page)
  const field = await firstField(page)
  await field?.fill(typed)
  if (plan.walker.inbox) await hearMessage(page, plan.walker.inbox)
  if (isCalm) await settled(page)
  // A delayed request may still undo what the reader did.
  await line.over(2_000)
  await until("the page's own heading is still shown", async () => (await headingOf(page)) === heading)
  if (field) await until("what was typed is there", async () => (await field.inputValue({ timeout: 500 })) === typed)
  await followLink(page, heading, isCalm)
  // A first message has no conversation yet that its draft could be stored in.
  const isComposer = /^\/profile\/chat\/(?!new\b)/.test(plan.path)
  if (field && isComposer)
    await until("what was typed is there after coming back", async () => {
      const again = await firstField(page)
      return (await again?.inputValue({ timeout: 500 })) === typed
    })
}

/** A document that fails is the browser's to show: there the reader reloads, once. */
async function openPage(page: Page, { path, fault }: WalkPlan, walked: Walk): Promise<void> {
  const open = () => page.goto(path, { waitUntil: "commit", timeout: 2 * patience })
  const isRefused = fault?.key === `GET ${path}` && fault.kind !== "delay"
  let opened = isRefused ? await open().catch(() => null) : await open()
  if (isRefused) {
    // The browser's own page of the error is a navigation, too.
    if (opened === null) await page.waitForURL("chrome-error://**").catch(() => {})
    opened = await open()
  }
  walked.status = opened?.status() ?? 0
  walked.endedOn = pathOf(page.url())
}

const headingOf = (page: Page) => page.locator("h1").first().textContent({ timeout: 500 })
const isHydrated = async (page: Page) => (await page.locator("html[data-hydrated]").count()) > 0

async function firstField(page: Page) {
  const types = ["text", "search", "email", "tel"].map((type) => `[type=${type}]`)
  const inputs = page.locator(`main input:is(${types}, :not([type])):not([readonly], [disabled])`)
  // The longest text is the worst to lose.
  for (const field of [...(await page.locator("main textarea").all()), ...(await inputs.all())])
    if (await field.isVisible()) return field
  return null
}

/** A message from somebody else shows in its conversation, or is counted in the title elsewhere. */
async function hearMessage(page: Page, { post, unread }: Inbox): Promise<void> {
  const text = `Hello ${crypto.randomUUID()}`
  await post(text)
  const log = page.getByRole("log")
  const isOpen = (await log.count()) > 0
  await until("a message arrives", async () => {
    if (isOpen) return (await log.getByText(text).count()) > 0
    const { messages, all } = await unread()
    const shown = Number(/^\((\d+)\) /.exec(await page.title())?.[1] ?? 0)
    return messages > 0 && shown === all
  })
}

/** Where links of every page lead, and the one to follow where that is the page itself. */
const destinations = ["/faq", "/about", "/escorts"]

async function followLink(page: Page, heading: string, isCalm: boolean): Promise<void> {
  const from = pathOf(page.url())
  const paths = destinations.filter((path) => path !== from)
  const links = page.locator(paths.map((path) => `:is(header, footer) a[href='${path}']:visible`).join())
  if ((await links.count()) === 0) return
  const link = links.last()
  const to = (await link.getAttribute("href")) ?? ""
  await link.click({ timeout: patience })
  await arrive(page, `the link to ${to} leads there`, async () => {
    return pathOf(page.url()) === to && (await headingOf(page)) !== heading && (await isHydrated(page))
  })
  if (isCalm) await settled(page)
  await page.goBack({ waitUntil: "commit" })
  const isBack = async () => pathOf(page.url()) === from && (await headingOf(page)) === heading
  await arrive(page, "coming back shows the page", async () => (await isBack()) && isHydrated(page))
  if (isCalm) await settled(page)
}

/** Waits for a page, pressing `Try again` where the app offers it. */
async function arrive(page: Page, what: string, isThere: () => Promise<boolean>): Promise<void> {
  const retry = page.getByRole("button", { name: /^(Try again|Réessayer)$/ }).first()
  let pressedAt = 0
  await until(what, async () => {
    if (await isThere()) return true
    if (Date.now() - pressedAt < 3_000 || !(await retry.isVisible())) return false
    pressedAt = Date.now()
    await retry.click({ timeout: 500 })
    return false
  })
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + patience
  for (;;) {
    // A document that is just being replaced answers nothing.
    if (await isSo().catch(() => false)) return
    if (Date.now() > end) throw new Error(`not in ${patience / 1_000} s: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Until nothing was requested for half a second, and what waits a second was requested, too. */
async function settled(page: Page): Promise<void> {
  await hydrated(page)
  await page.waitForLoadState("networkidle")
  await page.waitForTimeout(1_200)
  await page.waitForLoadState("networkidle")
}

/** The network of a walk: records what is requested, and fails one request once. */
class Line {
  readonly requests = new Map<string, boolean>()
  readonly #counts = new Map<string, number>()
  readonly #errors: string[] = []
  readonly #fault: WalkPlan["fault"]
  readonly #ended = new AbortController()
  #hit: string | null = null
  #sameUntil = 0
  #held: Promise<unknown> | null = null

  constructor(fault: WalkPlan["fault"]) {
    this.#fault = fault
  }

  get isHit(): boolean {
    return this.#hit !== null
  }

  async watch(context: BrowserContext, page: Page): Promise<void> {
    context.on("weberror", (error) => this.#errors.push(error.error().message))
    await context.route("**/*", (route) => this.#pass(route))
    if (isSocket(this.#fault?.key))
      await context.routeWebSocket(/\/app\//, async (socket) => {
        const isHit = this.#count(socketKey(socket.url()), false)
        if (isHit && this.#fault?.kind === "delay") await this.#hold()
        const server = socket.connectToServer()
        if (!isHit || this.#fault?.kind === "delay") return
        // A socket that ends before it is open would do so without the error that browsers report then.
        server.onMessage(() => {
          socket.close({ code: 1011 })
          server.close()
        })
      })
    else page.on("websocket", (socket) => void this.#count(socketKey(socket.url()), false))
  }

  async #pass(route: Route): Promise<void> {
    const request = route.request()
    const isHit = this.#count(keyOf(request), isStatic(request))
    const kind = isHit ? this.#fault?.kind : undefined
    if (kind === "delay") await this.#hold()
    // The page may be gone by then.
    if (kind === "abort") await route.abort().catch(() => {})
    else if (kind === "503") await route.fulfill({ status: 503, body: "busy" }).catch(() => {})
    else await route.continue().catch(() => {})
  }

  /** Counts a request. True for the one that is to fail. */
  #count(key: string, isStatic: boolean): boolean {
    if (!this.requests.has(key)) this.requests.set(key, isStatic)
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
    const wanted = this.#fault?.key ?? ""
    if (key === this.#hit) return Date.now() < this.#sameUntil && this.#fault?.kind !== "delay"
    if (this.isHit || !(typeof wanted === "string" ? key === wanted : wanted.test(key))) return false
    this.#hit = key
    this.#sameUntil = Date.now() + (isStatic ? preloaded : 0)
    return true
  }

  #hold(): Promise<unknown> {
    const signal = this.#ended.signal
    this.#held = new Promise<void>((resolve) => {
      setTimeout(resolve, delay)
      signal.addEventListener("abort", () => resolve())
    })
    return this.#held
  }

  /** Waits until the fault is over; `grace` ms for one that is not yet under way. */
  async over(grace: number): Promise<void> {
    if (!this.#fault) return
    const end = Date.now() + grace
    while (!this.isHit && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50))
    await this.#held
    // For what the page does with it.
    await new Promise((resolve) => setTimeout(resolve, 300))
  }

  connectionStatus(): string | null {
    const error = this.#errors.find((message) => !this.#isAnnounced(message))
    if (error !== undefined) return `page error: ${error.split("\n")[0]}`
    const loop = [...this.#counts].find(([, count]) => count > maxRequests)
    return loop ? `${loop[0]} was requested ${loop[1]} times` : null
  }

  /** A file of the app that fails is an error of its own in the browser. */
  #isAnnounced(message: string): boolean {
    return this.#hit?.startsWith("GET /assets/") === true && /dynamically imported module/.test(message)
  }

  end(): void {
    this.#ended.abort()
  }
}

/** Whether a key is that of a socket. */
export const isSocket = (key: string | RegExp | undefined) =>
  /^\^?SOCKET /.test(key instanceof RegExp ? key.source : (key ?? ""))
const keyOf = (request: Request) => `${request.method()} ${pathOf(request.url())}`
const socketKey = (address: string) => `SOCKET ${new URL(address).pathname}`
const isStatic = (request: Request) =>
  request.method() === "GET" && staticTypes.includes(request.resourceType()) && !/\.data\b/.test(request.url())
