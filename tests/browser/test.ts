import { readFileSync } from "node:fs"
import { type Browser, type BrowserContext, test as base, expect, type Page } from "@playwright/test"
import type { AxeResults, RunOptions } from "axe-core"
import { accounts, colleagueAccount, colleagues } from "../../scripts/seed/accounts.ts"
import { accessKey, origins } from "./addresses"

export { expect }

/** For test.use: with the app's animations and transitions, which the other files do without. */
export const withMotion = { contextOptions: { reducedMotion: "no-preference" } } as const

export type Language = keyof typeof origins
export type AccountName = "admin" | "member" | "premium" | "owner" | "moderator" | "support"

/**
 * Returns the languages in which to walk a flow that is the same in each: the given one, so that the gate's flows are
 * in English and French by turns, or with `EVERY_LANGUAGE=1` both. pages.test.ts opens every page without a secret in its
 * address in both.
 */
export function flowLanguages(ofGate: Language): Language[] {
  return process.env.EVERY_LANGUAGE ? ["en", "fr"] : [ofGate]
}

type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>
type Cookies = StorageState["cookies"]

interface TestFixtures {
  /** The language whose domain relative addresses are on. */
  language: Language
  /** The faults on the pages of the test. */
  faults: PageErrors
  /**
   * Signs the test's browser in with a demo account, without the login page. Tests of signing in or out, and those that
   * end sessions, take `login`: this session is that of other tests, too.
   */
  signIn: (account: AccountName) => Promise<void>
}

interface WorkerFixtures {
  /** The cookies of a browser that has brought the access key to both domains and passed the age notice there. */
  passes: StorageState
  /** The cookies of an account that has signed in on the domain of a language, which it does once for all tests. */
  sessionOf: (language: Language, account: AccountName) => Promise<Cookies>
}

/** Playwright's test, with the access gate and the age notice passed; any unannounced fault on a page fails it. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  language: ["en", { option: true }],
  baseURL: ({ language }, use) => use(origins[language]),
  storageState: ({ passes }, use) => use(passes),
  // Limits count by network: each test comes from one of its own.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its parameters
  extraHTTPHeaders: ({}, use) => use({ "CF-Connecting-IP": newNetwork() }),
  passes: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ storageState: undefined, baseURL: undefined })
      const page = await context.newPage()
      for (const origin of Object.values(origins)) {
        await page.goto(`${origin}/age?password=${accessKey}&to=/auth/login`)
        await page.getByRole("button", { name: "18" }).click()
        await page.waitForURL("**/auth/login")
      }
      const state = await context.storageState()
      await context.close()
      await use(state)
    },
    { scope: "worker" },
  ],
  sessionOf: [
    async ({ browser, passes }, use) => {
      const sessions = new Map<string, Promise<Cookies>>()
      await use((language, account) => {
        const key = `${language} ${account}`
        const session = sessions.get(key) ?? openSession(browser, passes, origins[language], account)
        sessions.set(key, session)
        return session
      })
    },
    { scope: "worker" },
  ],
  signIn: ({ context, language, sessionOf }, use) =>
    use(async (account) => context.addCookies(await sessionOf(language, account))),
  faults: [
    async ({ context }, use) => {
      const faults = new PageErrors()
      faults.watch(context)
      await use(faults)
      faults.check()
    },
    { auto: true },
  ],
})

/** Signs in by the form's request alone; returns the account's cookies. */
async function openSession(
  browser: Browser,
  storageState: StorageState,
  baseURL: string,
  account: AccountName,
): Promise<Cookies> {
  const extraHTTPHeaders = { "CF-Connecting-IP": newNetwork() }
  const context = await browser.newContext({ storageState, baseURL, extraHTTPHeaders })
  const page = await context.newPage()
  await page.goto(bareAddress)
  const { email, password } = accountOf(account)
  await postForm(page, "/auth/login", { email, password })
  const cookies = await context.cookies(baseURL)
  await context.close()
  return cookies
}

/** A response of the product that is not a page: on its domain, and without scripts, pictures or styles. */
export const bareAddress = "/health"

/** Sends a page's form from whatever page the domain shows; it must be one that redirects on success. */
export async function postForm(page: Page, path: string, fields: Record<string, string>): Promise<void> {
  const type = await page.evaluate(
    async ([path, fields]) => {
      const body = new URLSearchParams(fields)
      return (await fetch(path, { method: "POST", body, redirect: "manual" })).type
    },
    [path, fields] as const,
  )
  expect(type, `what ${path} answers`).toBe("opaqueredirect")
}

/** Returns an address in a network that no other test uses. */
export function newNetwork(): string {
  const [first, second] = crypto.getRandomValues(new Uint16Array(2))
  return `2001:db8:${first?.toString(16)}:${second?.toString(16)}::1`
}

/**
 * Collects the faults on a test's pages, a line each: `404 GET /nowhere`, `net::ERR_FAILED GET /assets/x.js`, `console:
 * …`, `page error: …`, `elsewhere: https://…`: no page makes a request to another origin (trust-safety R32).
 */
export class PageErrors {
  readonly #seen: string[] = []
  readonly #expected: (string | RegExp)[] = []
  readonly #allowed: RegExp[] = []

  /** Announces a fault, or those like it. The test fails as well if it does not occur. */
  expect(line: string | RegExp): void {
    this.#expected.push(line)
  }

  /** Announces faults that occur or not, by which comes first. */
  allow(line: RegExp): void {
    this.#allowed.push(line)
  }

  watch(context: BrowserContext): void {
    context.on("weberror", (error) => this.#seen.push(`page error: ${error.error().message}`))
    context.on("console", (message) => {
      // The response or failure that this one repeats is a line of its own.
      const isRepeated = message.text().startsWith("Failed to load resource")
      const isLateFrame = message.text() === "WebSocket is already in CLOSING or CLOSED state."
      if (message.type() === "error" && !isRepeated && !isLateFrame) this.#seen.push(`console: ${message.text()}`)
    })
    context.on("request", (request) => {
      const { protocol, origin } = new URL(request.url())
      const isOurs = Object.values<string>(origins).includes(origin) || ["data:", "blob:"].includes(protocol)
      if (!isOurs) this.#seen.push(`elsewhere: ${request.url()}`)
    })
    context.on("requestfailed", (request) => {
      const reason = request.failure()?.errorText ?? "failed"
      // The page itself cancelled it, most often by a navigation; or script is off. (A request blocked by the policy is
      // in the console too.)
      if (!["net::ERR_ABORTED", "csp"].includes(reason))
        this.#seen.push(`${reason} ${request.method()} ${pathOf(request.url())}`)
    })
    context.on("response", (response) => {
      const line = `${response.status()} ${response.request().method()} ${pathOf(response.url())}`
      // A session that ends, or changes, while its socket requests a channel or the back office counts its queues.
      const isSessionOver = /^40[13] (POST \/broadcasting\/|GET \/api\/(events|auth\/me|admin\/queues)\b)/.test(line)
      if (response.status() >= 400 && !isSessionOver) this.#seen.push(line)
    })
  }

  /** Fails the test on unannounced faults, and on announced ones that did not occur; then clears both. */
  check(): void {
    const announced = [...this.#expected, ...this.#allowed]
    const surprises = this.#seen.filter((line) => !announced.some((one) => matches(line, one)))
    const missing = this.#expected.filter((expected) => !this.#seen.some((line) => matches(line, expected)))
    expect.soft(surprises, "nothing goes wrong that was not announced").toEqual([])
    expect.soft(missing.map(String), "what was announced goes wrong").toEqual([])
    this.#seen.length = 0
    this.#expected.length = 0
    this.#allowed.length = 0
  }
}

function matches(line: string, expected: string | RegExp): boolean {
  return typeof expected === "string" ? line === expected : expected.test(line)
}

export function pathOf(address: string): string {
  const { pathname, search } = new URL(address)
  return pathname + search
}

/** Opens an address and waits until it is hydrated. */
export async function open(page: Page, path: string) {
  const response = await page.goto(path)
  await hydrated(page)
  if (!response) throw new Error(`${path} did not load a document`)
  return response
}

export async function hydrated(page: Page): Promise<void> {
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" })
}

export function accountOf(name: AccountName) {
  const colleague = colleagues.find(({ role }) => role === name)
  if (colleague) return { ...colleagueAccount(colleague.role), name: colleague.name }
  const found = accounts.find(({ email }) => email.startsWith(`${name}@`))
  if (!found) throw new Error(`There is no demo account called ${name}`)
  return found
}

/** Fills in and sends the login form below `scope`, in either language. */
export async function sendCredentials(
  scope: Pick<Page, "getByLabel" | "getByRole">,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await scope.getByLabel(/^E-?mail$/).fill(email)
  await scope.getByLabel(/^(Password|Mot de passe)$/).fill(password)
  await scope.getByRole("button", { name: /^(Log in|Se connecter)$/ }).click()
}

/** Logs in by the login page; ends on the member area. An account may do so ten times in a quarter of an hour. */
export async function login(page: Page, account: AccountName): Promise<void> {
  await page.goto("/auth/login")
  await sendCredentials(page, accountOf(account))
  await expect(page).toHaveURL(/\/profile$/)
}

const axeSource = readFileSync("node_modules/axe-core/axe.min.js", "utf8")
/** The rules that depend on the colours alone. */
export const colorRules = ["color-contrast", "link-in-text-block"]

/** Returns axe's findings on the current page, a line for each place; by all its rules, or by those given. */
export async function axe(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource)
  const options: RunOptions = { resultTypes: ["violations"], preload: false, ...(rules && { runOnly: rules }) }
  const violations = await page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } }
    const results = await axe.run(options)
    return results.violations.map(({ id, help, nodes }) => ({ id, help, targets: nodes.map(({ target }) => target) }))
  }, options)
  return violations.flatMap(({ id, help, targets }) =>
    targets.map((target) => `${id} (${help}) at ${target.join(" ")}`),
  )
}

/**
 * Checks a page at 1280, 768 and 360 pixels: nothing is wider than the window, and axe finds nothing on a dark phone by all rules, on a light
 * desktop by those of colours (`isReversed`: on a dark desktop by all rules, on a light phone by those of colours). A tablet has the elements
 * and colours of one of the other two. `isSeen`: in another language, whose words alone differ; only their width is checked.
 */
export async function expectAccessibleAtEverySize(
  page: Page,
  { isSeen = false, isReversed = false } = {},
): Promise<void> {
  await loaded(page)
  for (const width of [1280, 768, 360]) {
    await page.setViewportSize({ width, height: 800 })
    if (width !== 768 && !isSeen) {
      const colorScheme = (width === 360) === isReversed ? "light" : "dark"
      await page.emulateMedia({ colorScheme })
      const rules = (width === 360) === isReversed ? colorRules : undefined
      expect.soft(await axeOnceLoaded(page, rules), `what axe finds, ${colorScheme}, ${width} pixels wide`).toEqual([])
    }
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect.soft(beyond, `how much wider than a window of ${width} the page is`).toBeLessThanOrEqual(0)
  }
  await fits(page, 320)
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** Checks a page within a flow: axe finds nothing on a dark phone, and nothing is wider than a phone's or a desktop's window. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.getByRole("main").locator("[aria-busy=true]")).toHaveCount(0)
  await page.emulateMedia({ colorScheme: "dark" })
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    if (width === 360) expect.soft(await axeOnceLoaded(page), `${page.url()}, dark, ${width} pixels wide`).toEqual([])
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await page.emulateMedia({ colorScheme: "light" })
}

/** Waits until the page of the address is there: one that loads slowly shows its shape first, without a heading. */
async function loaded(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible()
}

/** Returns axe's findings on the page once it is loaded: those on the shape of a page that loads slowly do not count. */
async function axeOnceLoaded(page: Page, rules?: string[]): Promise<string[]> {
  await loaded(page)
  const found = await axe(page, rules)
  if (found.length === 0) return found
  await loaded(page)
  return axe(page, rules)
}

/** Checks that nothing is wider than a window of `width`, with text of that size (WCAG 1.4.4, 1.4.10). */
export async function fits(page: Page, width: number, textSize = "100%"): Promise<void> {
  await page.setViewportSize({ width, height: 740 })
  const wide = await page.evaluate((textSize) => {
    const root = document.documentElement
    root.style.fontSize = textSize
    const beyond = root.scrollWidth - root.clientWidth
    const isIn = (one: Element) => one.getBoundingClientRect().right <= root.clientWidth + 0.5
    const outermost = [...document.body.querySelectorAll("*")].filter(
      (one) => beyond > 0 && !isIn(one) && [...one.children].every(isIn),
    )
    root.style.fontSize = ""
    return beyond > 0 ? [`${beyond} pixels`, ...outermost.map((one) => one.outerHTML.slice(0, 120))] : []
  }, textSize)
  expect.soft(wide, `what is beyond a window of ${width} with text of ${textSize}`).toEqual([])
}

/** Creates a latch: holds back a request until the test opens it. */
export function latch(): { opened: Promise<void>; open: () => void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

/** Marks the document, so that `isSameDocument` can detect a reload. */
export async function markDocument(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { marked: true }))
}

export function isSameDocument(page: Page): Promise<boolean> {
  return page.evaluate(() => "marked" in window)
}
