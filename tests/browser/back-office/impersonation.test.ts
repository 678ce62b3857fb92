import type { Browser, BrowserContext, Page } from "@playwright/test"
import { ownerAccount } from "../../../scripts/seed/accounts.ts"
import { origins } from "../addresses"
import { press, write } from "../keyboard"
import { say } from "../mailbox"
import { changeRows } from "../sql"
import {
  bareAddress,
  expect,
  expectAccessible,
  expectAccessibleAtEverySize,
  flowLanguages,
  hydrated,
  isSameDocument,
  type Language,
  login,
  markDocument,
  newNetwork,
  open,
  postForm,
  test,
} from "../test"

// One at a time: a staff member who sees the site as somebody else in another browser ends it in this one.
test.describe.configure({ mode: "default" })
test.use({ contextOptions: { reducedMotion: "reduce" } })

/** The owner of a draft, whom no other test changes. */
const member = { ...ownerAccount("draft"), name: "Rupert Thornbury" }
const reason = "They cannot find where to change their words."
const memberPage = /\/dashboard\/admin\/users\/[0-9A-Z]{26}$/
const textsPath = "/profile/escort/words"

const texts = (language: Language) => (namespace: string, key: string) =>
  say(language, namespace, key).replace("{{name}}", member.name)
type Say = ReturnType<typeof texts>

const bannerOf = (page: Page, t: Say) => page.getByRole("complementary", { name: t("common", "impersonation.label") })

/** Signs support in, who finds the member with the palette and sees the site as them: by keyboard alone. */
async function seeAsMember(page: Page, t: Say): Promise<void> {
  await login(page, "support")
  await open(page, "/dashboard/admin")
  await page.keyboard.press("ControlOrMeta+k")
  await page.getByRole("searchbox").fill(member.name)
  await expect(page.getByRole("menuitem", { name: member.name })).toBeVisible()
  await page.keyboard.press("Enter")
  await page.waitForURL(memberPage)
  await press(page, page.getByRole("button", { name: t("admin-users", "acts.sign_in_as") }))
  const dialog = page.getByRole("dialog", { name: t("admin-users", "acts.sign_in_as") })
  await write(page, dialog.getByRole("textbox"), reason)
  await press(page, dialog.getByRole("button", { name: t("admin-users", "acts.sign_in_as") }))
  await page.waitForURL(/\/profile$/)
  await hydrated(page)
}

/** Opens the list of who read the member's data, in a browser of theirs. */
async function openAccesses(browser: Browser, storageState: Passes, language: Language): Promise<Page> {
  const extraHTTPHeaders = { "CF-Connecting-IP": newNetwork() }
  const context = await browser.newContext({ baseURL: origins[language], storageState, extraHTTPHeaders })
  const page = await context.newPage()
  await page.goto(bareAddress)
  await postForm(page, "/auth/login", { email: member.email, password: member.password })
  await page.goto("/profile/settings/access")
  return page
}
type Passes = Awaited<ReturnType<BrowserContext["storageState"]>>

for (const language of flowLanguages("en")) {
  test.describe(`In ${language}`, () => {
    test.use({ language })
    const t = texts(language)

    test("support sees the site as a member, changes nothing and ends it, by keyboard alone", async ({
      page,
      faults,
      browser,
      passes,
    }) => {
      test.setTimeout(120_000)
      const banner = bannerOf(page, t)
      const sentence = page.getByText(t("common", "impersonation.read_only"))
      await seeAsMember(page, t)

      await test.step("under the banner, which names the member", async () => {
        await expect(banner).toContainText(t("common", "impersonation.as"))
        await expect(page.getByRole("heading", { level: 1 })).toContainText(member.name.split(" ")[0] ?? "")
        await expectAccessibleAtEverySize(page)
        for (const path of ["/", "/profile/favorites", "/about"]) {
          await open(page, path)
          await expect(banner).toBeInViewport()
        }
      })

      await test.step("a form is not sent, and keeps what was typed", async () => {
        await open(page, textsPath)
        await expectAccessible(page)
        const name = page.getByRole("textbox", { name: t("workshop", "fields.name") })
        const before = await name.inputValue()
        await write(page, name, "Somebody Else")
        await expect(page.getByText(t("workshop", "saving.read_only"))).toBeVisible()
        await press(page, page.getByRole("button", { name: t("workshop", "save"), exact: true }))
        await expect(sentence).toBeVisible()
        await expect(name).toHaveValue("Somebody Else")
        await expectAccessible(page)
        await page.reload()
        await expect(name).toHaveValue(before)
      })

      await test.step("a favourite is not added", async () => {
        await open(page, "/escorts/camille-aubert")
        const heart = page.getByRole("button", { name: t("common", "heart.save") }).first()
        await press(page, heart)
        await expect(sentence).toBeVisible()
        await open(page, "/profile/favorites")
        await expect(page.getByRole("link", { name: /Camille/ })).toHaveCount(0)
      })

      await test.step("messages and payments are closed", async () => {
        for (const path of ["/profile/chat", "/profile/billing", "/become-member"]) {
          faults.expect(`403 GET ${path}`)
          expect((await open(page, path)).status()).toBe(403)
          await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("errors", "impersonation.closed"))
          await expect(banner).toBeVisible()
        }
        await expectAccessible(page)
      })

      await test.step("its end leads back to the member's page", async () => {
        await press(page, banner.getByRole("button", { name: t("common", "impersonation.end") }))
        await page.waitForURL(memberPage)
        await expect(page.getByRole("heading", { level: 1, name: member.name })).toBeVisible()
        await expect(banner).toHaveCount(0)
        await page.goto("/profile")
        await expect(page.getByRole("heading", { level: 1 })).toContainText("Thomas")
        await expect(banner).toHaveCount(0)
      })

      await test.step("the member reads that it happened", async () => {
        const own = await openAccesses(browser, passes, language)
        const seen = own.getByRole("list", { name: t("data-access", "list") })
        await expect(seen.getByRole("listitem").first()).toBeVisible()
        await expect(own.getByText(reason)).toHaveCount(0)
        await own.context().close()
      })
    })
  })
}

test.describe("In two tabs", () => {
  test.use({ language: "fr" })
  const t = texts("fr")

  test("the end by the button of one is that of the other once it is shown", async ({ page, context }) => {
    await seeAsMember(page, t)
    const other = await context.newPage()
    await open(other, "/profile/favorites")
    await markDocument(other)
    await press(page, bannerOf(page, t).getByRole("button"))
    await page.waitForURL(memberPage)
    await show(other)
    await expect(bannerOf(other, t)).toHaveCount(0)
    expect(await isSameDocument(other)).toBe(true)
  })

  test("the end by time leads to the member's page by itself, and says so", async ({ page, context, faults }) => {
    await seeAsMember(page, t)
    await open(page, textsPath)
    const name = page.getByRole("textbox", { name: t("workshop", "fields.name") })
    await write(page, name, "Une autre")
    await expireIn(5_000)
    const other = await context.newPage()
    await open(other, "/profile")
    await expect(bannerOf(other, t)).toBeVisible()
    await other.waitForURL(/\/dashboard\/admin\/users\/[0-9A-Z]{26}\?notice=over$/)
    await expect(other.getByText(t("admin-users", "over"))).toBeVisible()
    await expect(bannerOf(other, t)).toHaveCount(0)

    // Support has no profile of its own.
    faults.expect(/^404 GET \/profile\/escort\/words/)
    await show(page)
    await expect(bannerOf(page, t)).toHaveCount(0)
    await expect(name).toHaveCount(0)
  })
})

/** Shows a tab: the headless shell has no hidden ones. */
async function show(page: Page): Promise<void> {
  await page.bringToFront()
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")))
}

/** Moves the end of every open impersonation to this many milliseconds from now. */
function expireIn(milliseconds: number): Promise<void> {
  return changeRows("UPDATE impersonations SET expires_at = ? WHERE ended_at IS NULL", [Date.now() + milliseconds])
}
