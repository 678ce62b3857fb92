import type { BrowserContext, Page } from "@playwright/test"
import type { RouteConfigEntry } from "@remix-run/route-config"
import routes from "../../../app/routes"
import { origins } from "../addresses"
import { expectFocusSeen } from "../focus"
import { expectSeenInForcedColors } from "../forced-colors"
import { pages } from "../site-pages"
import {
  type AccountName,
  test as base,
  expect,
  expectAccessibleAtEverySize,
  hydrated,
  type Language,
  newNetwork,
  PageErrors,
} from "../test"
import { expectPressable } from "../touch"

/** The routes that need a secret or an act under way: other tests open them, with axe. */
const walkedElsewhere = [
  "casting/words",
  "casting/pictures",
  "casting/send",
  "casting/status",
  "casting/follow/:token/join",
  "contact/sent/:reference",
  "contact/:reference",
  "profile/chat/:conversation",
  "auth/confirm",
  "auth/emails/change/:token",
  "auth/emails/sent/:signup",
  "auth/emails/verify/:user/:token",
  "auth/password/reset/:token",
  "auth/second-factor",
  "auth/second-factor/undo/:token",
  "dashboard/admin/:resource/:id/history",
  "dashboard/admin/applications/:id",
  "dashboard/admin/appeals/:reference",
  "dashboard/admin/cases/:reference",
  "dashboard/admin/profiles/:id/review",
  "dashboard/admin/tickets/:reference",
  "dashboard/admin/transparency/:id",
  "dashboard/admin/users/:id",
  "decisions/:key",
  "dev/mailbox",
  "profile/plans/change/:price",
  "profile/settings/data/:token",
  "profile/settings/two-factor/app",
  "profile/videos/:video",
  "questions/:key",
  "report/sent/:reference",
  "unsubscribe/:token",
]
/** Routes that show nothing. */
const silent = [
  "consent/:token/pictures/:medium",
  "profile/invoices/csv",
  "profile/invoices/:invoice/pdf",
  "age/ask",
  "transparency.csv",
  "auth/impersonation",
  "dashboard/admin/figures.csv",
  "dashboard/admin/:resource/exports/:id",
  "dashboard/admin/:resource/import.csv",
  "auth/logout",
  "auth/passkey",
  "profile/notifications/:notification",
  "profile/searches/:search",
]

interface Viewer {
  page: Page
  faults: PageErrors
}

interface WorkerFixtures {
  /**
   * A single window in which all pages are opened one after the other: a new window each would compile all scripts again.
   */
  viewerOf: (language: Language, as: AccountName | undefined) => Promise<Viewer>
}

const test = base.extend<object, WorkerFixtures>({
  viewerOf: [
    async ({ browser, passes, sessionOf }, use) => {
      let open: { key: string; context: BrowserContext; viewer: Viewer } | undefined
      await use(async (language, as) => {
        const key = `${language} ${as}`
        if (open?.key === key) return open.viewer
        await open?.context.close()
        const context = await browser.newContext({
          baseURL: origins[language],
          storageState: passes,
          extraHTTPHeaders: { "CF-Connecting-IP": newNetwork() },
          // Colours in a transition between the modes belong to neither.
          reducedMotion: "reduce",
        })
        if (as) await context.addCookies(await sessionOf(language, as))
        const faults = new PageErrors()
        faults.watch(context)
        const viewer = { page: await context.newPage(), faults }
        open = { key, context, viewer }
        return viewer
      })
      await open?.context.close()
    },
    { scope: "worker" },
  ],
})

/** The pages for visitors and members: the back office is for a desk, and the API's description for developers. */
const isHandheld = ({ path }: { path: string }) => !path.startsWith("/dashboard") && !path.startsWith("/api")

const byReader = pages.toSorted((one, other) => (one.as ?? "").localeCompare(other.as ?? ""))

test.describe("In English", () => {
  for (const [index, sight] of byReader.entries()) {
    test(`${sight.name} is sound, light and dark, on phone and desktop`, async ({ viewerOf }) => {
      const { page, faults } = await viewerOf("en", sight.as)
      const status = sight.status ?? 200
      if (status >= 400) faults.expect(`${status} GET ${sight.path}`)

      const response = await page.goto(sight.path)
      expect(response?.status()).toBe(status)
      expect(response?.headers()["x-robots-tag"]).toBe("noindex, nofollow")
      if (!sight.isPlain) await hydrated(page)

      // The number of unread items precedes it.
      await expect.poll(async () => (await page.title()).replace(/^\(\d+\) /, "")).toBe(sight.title.en)
      await expect(page.locator("html")).toHaveAttribute("lang", "en")
      await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex, nofollow")
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1)
      if (!sight.isPlain) expect(untranslated(await textsOf(page)), "texts that are keys").toEqual([])
      await expectAccessibleAtEverySize(page, { isSeen: sight.isPlain, isReversed: index % 2 === 1 })
      await expectSeenInForcedColors(page)
      if (!sight.isPlain) await expectFocusSeen(page)
      if (isHandheld(sight)) await expectPressable(page)
      faults.check()
    })
  }
})

/** The pages whose words leave the least room: the others have their parts. */
const dense = [
  "The home page",
  "The listing",
  "A profile",
  "The plans",
  "The member area",
  "The settings",
  "The billing page",
  "The first step of an application",
  "The questions",
  "The back office",
  "The users of the back office",
]

test.describe("In French", () => {
  const readers = [...new Set(pages.map((one) => one.as))]

  for (const reader of readers) {
    test(`every page that ${reader ?? "nobody"} opens is translated`, async ({ viewerOf }) => {
      const { page, faults } = await viewerOf("fr", reader)
      await page.goto("/")
      for (const sight of pages.filter(({ as, isPlain }) => as === reader && !isPlain)) {
        if ((sight.status ?? 200) >= 400) faults.expect(`${sight.status} GET ${sight.path}`)
        const found = await page.evaluate(async (path) => {
          const response = await fetch(path)
          // Its styles have the nonce of another document.
          const text = (await response.text()).replace(/<style[\s\S]*?<\/style>| style="[^"]*"/g, "")
          const html = new DOMParser().parseFromString(text, "text/html")
          for (const one of html.querySelectorAll("script, style, template")) one.remove()
          const spoken = ["aria-label", "alt", "title", "placeholder"]
          const attributes = [...html.querySelectorAll(spoken.map((name) => `[${name}]`).join())].flatMap((element) =>
            spoken.map((name) => element.getAttribute(name) ?? ""),
          )
          return {
            status: response.status,
            robots: [
              response.headers.get("X-Robots-Tag"),
              html.querySelector("meta[name=robots]")?.getAttribute("content"),
            ],
            title: html.title,
            lang: html.documentElement.lang,
            headings: html.querySelectorAll("h1").length,
            // Elements end words, as they do on the screen.
            texts: [html.title, html.body.innerHTML.replace(/<[^>]*>/g, "\n"), ...attributes].join("\n"),
          }
        }, sight.path)
        const { texts, ...facts } = found
        const expected = {
          status: sight.status ?? 200,
          robots: ["noindex, nofollow", "noindex, nofollow"],
          title: sight.title.fr,
          lang: "fr",
          headings: 1,
        }
        expect.soft(facts, sight.path).toEqual(expected)
        expect.soft(untranslated(texts), `texts of ${sight.path} that are keys`).toEqual([])
      }
      faults.check()
    })
  }

  test("every dense page is one of those that are opened", () => {
    expect(dense.filter((name) => !pages.some((sight) => sight.name === name))).toEqual([])
  })

  for (const sight of byReader.filter(({ name }) => dense.includes(name))) {
    test(`${sight.name} fits every width`, async ({ viewerOf }) => {
      const { page, faults } = await viewerOf("fr", sight.as)
      await page.goto(sight.path)
      await hydrated(page)
      await expectAccessibleAtEverySize(page, { isSeen: true })
      faults.check()
    })
  }
})

test("every page is opened here or in a test of its own", () => {
  const paths = pathsOf(routes)
  const looked = pages.map(({ path }) => new URL(path, "http://salon.test").pathname.slice(1))
  const isLookedAt = (route: string) => looked.some((path) => isOf(path, route))
  const unseen = paths.filter((route) => !isLookedAt(route) && ![...walkedElsewhere, ...silent].includes(route))
  expect(unseen).toEqual([])
})

/** Returns the full path of each route that has a file of its own. */
function pathsOf(config: RouteConfigEntry[], above = ""): string[] {
  return config.flatMap(({ path = "", index, children }) => {
    const whole = [above, path].filter(Boolean).join("/")
    const below = pathsOf(children ?? [], whole)
    return below.length > 0 ? below : [index ? above : whole]
  })
}

function isOf(path: string, route: string): boolean {
  if (route === "*") return true
  const parts = path.split("/")
  const pattern = route.split("/")
  return parts.length === pattern.length && pattern.every((part, n) => part.startsWith(":") || part === parts[n])
}

test.describe("Without the access key", () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test("the access refusal is sound, light and dark, on phone and desktop", async ({ page, faults }) => {
    faults.expect("403 GET /")
    await page.goto("/")
    await expect(page).toHaveTitle("Access Denied.")
    await expect(page.locator("html")).toHaveAttribute("lang", "en")
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex, nofollow")
    await expectAccessibleAtEverySize(page)
  })
})

/** Returns the visible and the accessible text of a page. */
function textsOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const spoken = ["aria-label", "alt", "title", "placeholder"]
    const attributes = [...document.querySelectorAll(spoken.map((name) => `[${name}]`).join())].flatMap((element) =>
      spoken.map((name) => element.getAttribute(name) ?? ""),
    )
    return [document.title, document.body.innerText, ...attributes].join("\n")
  })
}

/** Returns keys such as `listing:title.city` or `shell.color_mode` in a text. */
function untranslated(texts: string): string[] {
  return texts.match(/(?<![\w@.-])(?:[a-z][a-z_-]*:[a-z_]+(?:\.[a-z_]+)*|[a-z][a-z_]*(?:\.[a-z_]+)+)(?![\w@])/g) ?? []
}
