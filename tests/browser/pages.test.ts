import type { BrowserContext, Page } from "@playwright/test"
import type { RouteConfigEntry } from "@remix-run/route-config"
import routes from "../../app/routes"
import { origins } from "./addresses"
import {
  type AccountName,
  test as base,
  expect,
  Faults,
  hydrated,
  isSoundAtEverySize,
  type Language,
  newNetwork,
} from "./test"

interface Sight {
  name: string
  path: string
  title: Record<Language, string>
  status?: number
  as?: AccountName
  /** Not a page of the app: its language is English, and it has no script. */
  isPlain?: boolean
}

/** The routes that show a page only to who comes with a secret, or in the middle of something: other tests walk them, with axe. */
const walkedElsewhere = [
  ...["casting/words", "casting/pictures", "casting/send", "casting/status"],
  ...["contact/sent/:reference", "contact/:reference", "profile/chat/:conversation"],
  "auth/confirm",
  "auth/emails/change/:token",
  "auth/emails/sent/:signup",
  "auth/emails/verify/:user/:token",
  "auth/password/reset/:token",
  "auth/second-factor",
  "dev/mailbox",
  "profile/settings/data/:token",
  "profile/settings/two-factor/app",
  "report/sent/:reference",
  "unsubscribe/:token",
]
/** Routes that show nothing. */
const silent = ["age/ask", "auth/logout", "auth/passkey", "profile/notifications/:notification"]

const sectionTitles = {
  infos: { en: "Camille Aubert, details - Salon", fr: "Camille Aubert, infos - Salon" },
  private: { en: "Camille Aubert, private gallery - Salon", fr: "Camille Aubert, galerie privée - Salon" },
  services: { en: "Camille Aubert, services - Salon", fr: "Camille Aubert, services - Salon" },
  videos: { en: "Camille Aubert, videos - Salon", fr: "Camille Aubert, vidéos - Salon" },
}

const sights: Sight[] = [
  { name: "The home page", path: "/", title: { en: "Salon", fr: "Salon" } },
  { name: "The listing", path: "/escorts", title: { en: "All profiles - Salon", fr: "Tous les profils - Salon" } },
  {
    name: "The listing of a city",
    path: "/escorts?city=paris",
    title: { en: "Profiles in Paris - Salon", fr: "Profils à Paris - Salon" },
  },
  {
    name: "A listing of nobody",
    path: "/escorts?city=bath&category=dinners",
    title: { en: "Dinners & evenings in Bath - Salon", fr: "Dîners et soirées à Bath - Salon" },
  },
  {
    name: "A profile",
    path: "/escorts/camille-aubert",
    title: { en: "Camille Aubert - Salon", fr: "Camille Aubert - Salon" },
  },
  ...(["infos", "private", "services", "videos"] as const).map((section) => ({
    name: `The section ${section} of a profile`,
    path: `/escorts/camille-aubert/${section}`,
    title: sectionTitles[section],
  })),
  {
    name: "The gallery",
    path: "/escorts/camille-aubert/gallery",
    title: { en: "Camille Aubert, gallery - Salon", fr: "Camille Aubert, galerie - Salon" },
  },
  {
    name: "Joining",
    path: "/become-member",
    title: { en: "Become a member - Salon", fr: "Devenir membre - Salon" },
  },
  { name: "About", path: "/about", title: { en: "About Salon - Salon", fr: "À propos de Salon - Salon" } },
  {
    name: "The casting page",
    path: "/casting",
    title: { en: "Apply to be listed - Salon", fr: "Proposer votre profil - Salon" },
  },
  {
    name: "The first step of an application",
    path: "/casting/you",
    title: { en: "Who you are - Salon", fr: "Qui vous êtes - Salon" },
  },
  {
    name: "A link to an application that is not there",
    path: "/casting/follow/nothing",
    status: 410,
    title: { en: "This link no longer works - Salon", fr: "Ce lien ne fonctionne plus - Salon" },
  },
  { name: "The contact page", path: "/contact", title: { en: "Write to us - Salon", fr: "Nous écrire - Salon" } },
  {
    name: "A member's contact page",
    path: "/contact",
    as: "member",
    title: { en: "Write to us - Salon", fr: "Nous écrire - Salon" },
  },
  {
    name: "The questions",
    path: "/faq",
    title: { en: "Questions and answers - Salon", fr: "Questions et réponses - Salon" },
  },
  { name: "A legal page", path: "/legal/privacy", title: { en: "Privacy - Salon", fr: "Vie privée - Salon" } },
  {
    name: "The report",
    path: "/report",
    title: { en: "Report something - Salon", fr: "Signaler un problème - Salon" },
  },
  {
    name: "The age notice",
    path: "/age",
    title: { en: "Salon", fr: "Salon" },
  },
  {
    name: "A forgotten password",
    path: "/auth/password/reset",
    title: { en: "Forgotten your password? - Salon", fr: "Mot de passe oublié ? - Salon" },
  },
  { name: "The login page", path: "/auth/login", title: { en: "Log in - Salon", fr: "Connexion - Salon" } },
  {
    name: "A page that is not there",
    path: "/nowhere/at-all",
    status: 404,
    title: { en: "Page Not Found - Salon", fr: "Page introuvable - Salon" },
  },
  {
    name: "A filter that is not there",
    path: "/escorts?city=atlantis",
    status: 400,
    title: { en: "Error 400 - Salon", fr: "Erreur 400 - Salon" },
  },
  {
    name: "The member area",
    path: "/profile",
    as: "premium",
    title: { en: "My account - Salon", fr: "Mon compte - Salon" },
  },
  {
    name: "The conversations",
    path: "/profile/chat",
    as: "premium",
    title: { en: "Messages - Salon", fr: "Messages - Salon" },
  },
  {
    name: "A first message",
    path: "/profile/chat/new?profile=rosalind-marlow",
    as: "premium",
    title: { en: "Messages - Salon", fr: "Messages - Salon" },
  },
  {
    name: "The favourites",
    path: "/profile/favorites",
    as: "member",
    title: { en: "Favourites - Salon", fr: "Favoris - Salon" },
  },
  {
    name: "The notifications",
    path: "/profile/notifications",
    as: "member",
    title: { en: "Notifications - Salon", fr: "Notifications - Salon" },
  },
  {
    name: "The settings",
    path: "/profile/settings",
    as: "member",
    title: { en: "Settings - Salon", fr: "Réglages - Salon" },
  },
  {
    name: "What one chooses for messages",
    path: "/profile/settings/messages",
    as: "owner",
    title: {
      en: "Messages: what you choose - Salon",
      fr: "Messages\u00a0: vos choix - Salon",
    },
  },
  {
    name: "Two-step sign-in",
    path: "/profile/settings/two-factor",
    as: "premium",
    title: { en: "Two-step login - Salon", fr: "Connexion en deux étapes - Salon" },
  },
  {
    name: "The page of one's data",
    path: "/profile/settings/data",
    as: "owner",
    title: { en: "Your data - Salon", fr: "Vos données - Salon" },
  },
  {
    name: "The mail desk",
    path: "/dashboard/admin/mail",
    as: "admin",
    title: { en: "Mail - Salon", fr: "E-mails - Salon" },
  },
  {
    name: "The back office",
    path: "/dashboard/admin",
    as: "admin",
    title: { en: "Dashboard - Salon", fr: "Tableau de bord - Salon" },
  },
  { name: "The API's description", path: "/api/docs", isPlain: true, title: { en: "Salon API", fr: "Salon API" } },
]

interface Viewer {
  page: Page
  faults: Faults
}

interface WorkerFixtures {
  /** The one window that a reader looks at pages with, one after the other: each in a window of its own would compile all scripts anew. */
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
          // Colours that are on their way from one mode to the other are none of either.
          reducedMotion: "reduce",
        })
        if (as) await context.addCookies(await sessionOf(language, as))
        const faults = new Faults()
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

const byReader = sights.toSorted((one, other) => (one.as ?? "").localeCompare(other.as ?? ""))

for (const [language, tongue] of [
  ["en", "English"],
  ["fr", "French"],
] as const) {
  test.describe(`In ${tongue}`, () => {
    for (const sight of byReader) {
      test(`${sight.name} is sound, light and dark, on phone and desktop`, async ({ viewerOf }) => {
        const { page, faults } = await viewerOf(language, sight.as)
        const status = sight.status ?? 200
        if (status >= 400) faults.expect(`${status} GET ${sight.path}`)

        const answer = await page.goto(sight.path)
        expect(answer?.status()).toBe(status)
        expect(answer?.headers()["x-robots-tag"]).toBe("noindex, nofollow")
        if (!sight.isPlain) await hydrated(page)

        // What is unread stands before it.
        await expect.poll(async () => (await page.title()).replace(/^\(\d+\) /, "")).toBe(sight.title[language])
        await expect(page.locator("html")).toHaveAttribute("lang", sight.isPlain ? "en" : language)
        await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex, nofollow")
        await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1)
        if (!sight.isPlain) expect(await untranslated(page), "texts that are keys").toEqual([])
        // What is in English everywhere is the same page everywhere.
        if (language === "en") await isSoundAtEverySize(page)
        else if (!sight.isPlain) await isSoundAtEverySize(page, { seen: "colors" })
        faults.check()
      })
    }
  })
}

test("Every page is looked at, here or in a test of its own", () => {
  const paths = pathsOf(routes)
  const looked = sights.map(({ path }) => new URL(path, "http://salon.test").pathname.slice(1))
  const isLookedAt = (route: string) => looked.some((path) => isOf(path, route))
  const unseen = paths.filter((route) => !isLookedAt(route) && ![...walkedElsewhere, ...silent].includes(route))
  expect(unseen).toEqual([])
})

/** The whole path of each route that has a file of its own to show. */
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

test.describe("Without the access value", () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test("The refusal is sound, light and dark, on phone and desktop", async ({ page, faults }) => {
    faults.expect("403 GET /")
    await page.goto("/")
    await expect(page).toHaveTitle("Access Denied.")
    await expect(page.locator("html")).toHaveAttribute("lang", "en")
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex, nofollow")
    await isSoundAtEverySize(page)
  })
})

/** What looks like `listing:title.city` or `shell.color_mode` in the words that a reader sees or hears. */
async function untranslated(page: Page): Promise<string[]> {
  const words = await page.evaluate(() => {
    const spoken = ["aria-label", "alt", "title", "placeholder"]
    const attributes = [...document.querySelectorAll(spoken.map((name) => `[${name}]`).join())].flatMap((element) =>
      spoken.map((name) => element.getAttribute(name) ?? ""),
    )
    return [document.title, document.body.innerText, ...attributes].join("\n")
  })
  return words.match(/(?<![\w@.-])[a-z][a-z_]*(?:[.:][a-z_]+)+(?![\w@])/g) ?? []
}
