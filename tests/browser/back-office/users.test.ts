import type { Page } from "@playwright/test"
import { colleagueAccount } from "../../../scripts/seed/accounts.ts"
import { press, write } from "../keyboard"
import { say } from "../mailbox"
import { enterAs } from "../second-person"
import {
  accountOf,
  bareAddress,
  expect,
  expectAccessible,
  expectAccessibleAtEverySize,
  hydrated,
  open,
  postForm,
  sendCredentials,
  test,
} from "../test"

test.use({ contextOptions: { reducedMotion: "reduce" }, language: "fr" })

const t = (key: string) => say("fr", "admin-users", key)
const member = "Eleanor Whitcombe"

test("a moderator finds a member with Ctrl K, suspends them for a day and restores them, by keyboard alone", async ({
  page,
}) => {
  const reason = `Des liens vers un autre site, ${Date.now()}.`
  await page.goto("/auth/login")
  await hydrated(page)
  await sendCredentials(page, colleagueAccount("moderator"))
  await page.waitForURL(/\/profile$/)
  await page.goto("/dashboard/admin")
  await hydrated(page)
  await page.keyboard.press("ControlOrMeta+k")
  await page.getByRole("searchbox").fill("Eleanor Whit")
  await expect(page.getByRole("menuitem", { name: member })).toBeVisible()
  await page.keyboard.press("Enter")
  await page.waitForURL(/\/dashboard\/admin\/users\/[0-9A-Z]{26}$/)
  await expect(page.getByRole("heading", { level: 1, name: member })).toBeVisible()
  await expect(page.getByRole("dialog")).toBeHidden()
  await expect(page.getByRole("button", { name: t("acts.close"), exact: true })).toHaveCount(0)

  const dialog = page.getByRole("dialog", { name: t("acts.suspend") })
  await page.keyboard.press("s")
  await expect(dialog).toBeVisible()
  await expectAccessibleAtEverySize(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press("Escape")
  await expect(dialog).toBeHidden()

  await page.keyboard.press("s")
  await expect(dialog.getByLabel(t("rule.label"))).toBeFocused()
  await dialog.getByLabel(t("rule.label")).selectOption("company")
  await expect(dialog.getByText(t("rule.strikes_zero").replace("{{next}}", t("strikes.steps.warn")))).toBeVisible()
  await page.keyboard.press("Tab")
  await expect(dialog.getByLabel(t("duration.label"))).toBeFocused()
  await expect(dialog.getByLabel(t("duration.label"))).toHaveValue("24")
  await page.keyboard.press("Tab")
  await page.keyboard.type(reason)
  await press(page, dialog.getByRole("button", { name: t("acts.suspend"), exact: true }))
  await expect(page.getByText(t("done.suspend")).first()).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/^Suspendu jusqu’au/)).toBeVisible()
  await expect(page.getByRole("row").filter({ hasText: reason })).toBeVisible()
  await expectAccessibleAtEverySize(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.getByRole("button", { name: t("acts.restore") }).press("Enter")
  await page.getByRole("dialog").getByRole("textbox").focus()
  await page.keyboard.type("Les liens sont retirés.")
  await page.keyboard.press("Tab")
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  await expect(page.getByText(t("done.restore")).first()).toBeVisible()
  await expect(page.getByText(/^Suspendu jusqu’au/)).toHaveCount(0)
  await expect(page.getByRole("row").filter({ hasText: reason })).toContainText(t("sanctions.states.lifted"))
})

test("an account is closed by two people and opened again, by keyboard alone", async ({ page, browser, passes }) => {
  test.setTimeout(120_000)
  const closed = "Alessia Esposito"
  const lead = await enterAs(browser, passes, colleagueAccount("trust_lead"), "fr")
  await open(lead, `/dashboard/admin/users?q=alessia-esposito-11@`)
  await lead.getByRole("link", { name: closed }).first().press("Enter")
  await lead.waitForURL(/\/users\/[0-9A-Z]{26}$/)
  await hydrated(lead)
  const action = async (by: Page, name: string, done: string, reason: string) => {
    const dialog = by.getByRole("dialog", { name: t(`acts.${name}`) })
    await press(by, by.getByRole("button", { name: t(`acts.${name}`) }))
    if (name === "close") await dialog.getByLabel(t("rule.label")).selectOption("danger")
    await write(by, dialog.getByRole("textbox"), reason)
    await expectAccessible(by)
    await press(by, dialog.getByRole("button", { name: t(`acts.${name}`) }))
    await expect(by.getByText(t(`done.${done}`)).first()).toBeVisible()
  }
  await action(lead, "close", "propose", "Des menaces envers une autre personne.")
  await expect(lead.getByRole("button", { name: t("acts.confirm_close") })).toHaveCount(0)

  await page.goto(bareAddress)
  await postForm(page, "/auth/login", accountOf("admin"))
  await open(page, new URL(lead.url()).pathname)
  await action(page, "confirm_close", "close", "Les messages signalés le montrent.")
  await expect(page.getByText(t("state.banned"), { exact: true })).toBeVisible()
  await expectAccessibleAtEverySize(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await action(page, "lift", "lift", "Le recours était fondé.")
  await expect(page.getByText(t("state.banned"), { exact: true })).toHaveCount(0)
  await lead.context().close()
})

test.describe("Without script", () => {
  test.use({ javaScriptEnabled: false })

  test("an act unfolds its form, and what was refused keeps what was typed", async ({ page, faults }) => {
    faults.expect(/^422 POST \/dashboard\/admin\/users\//)
    await page.goto("/auth/login")
    await sendCredentials(page, colleagueAccount("moderator"))
    await page.waitForURL(/\/profile$/)
    await page.goto("/dashboard/admin/users?q=Martin+Keller")
    await page.getByRole("link", { name: "Martin Keller" }).click()
    await page.locator("summary", { hasText: t("acts.suspend") }).click()
    const unfolded = page.locator("details[open]")
    const rule = unfolded.getByLabel(t("rule.label"))
    await rule.selectOption("conduct")
    await unfolded.getByLabel(t("duration.label")).selectOption("72")
    await page.getByRole("textbox").fill(" ")
    const send = () => page.getByRole("button", { name: t("acts.suspend"), exact: true }).click()
    await send()
    await expect(page.getByText(say("fr", "errors", "fields.required"))).toBeVisible()
    await expect(rule).toHaveValue("conduct")
    await expect(unfolded.getByLabel(t("duration.label"))).toHaveValue("72")
    await page.getByRole("textbox").fill("Des messages insistants.")
    await send()
    await expect(page.getByText(t("done.suspend"))).toBeVisible()
    await page.locator("summary", { hasText: t("acts.restore") }).click()
    await page.getByRole("textbox").fill("Une erreur.")
    await page.getByRole("button", { name: t("acts.restore"), exact: true }).click()
    await expect(page.getByText(t("done.restore"))).toBeVisible()
  })
})
