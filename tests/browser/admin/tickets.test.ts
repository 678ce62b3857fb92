import { ask } from "../chat-people"
import { say } from "../mailbox"
import { axe, expect, login, open, test } from "../test"

const language = "en"
test.use({ language, contextOptions: { reducedMotion: "reduce" } })

const t = (key: string) => say(language, "admin-tickets", key)

test("support takes a ticket, notes something, replies with a prepared answer and closes it", async ({ page }) => {
  test.setTimeout(90_000)
  await open(page, "/contact")
  const { reference } = await ask<{ reference: string }>(page, "POST", "/contact", {
    ...{ name: "Élodie", email: "elodie@example.org", category: "account", message: "May I change my address?" },
  })
  await login(page, "support")
  await open(page, "/dashboard/admin/tickets?assignee=nobody")
  expect.soft(await axe(page)).toEqual([])
  // Until the focus is on this one: other tests' wait before it.
  const row = page.getByRole("link", { name: reference })
  for (let steps = 0; steps < 30 && !(await row.evaluate((one) => one === document.activeElement)); steps += 1) {
    await page.keyboard.press("j")
  }
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(new RegExp(`/tickets/${reference}$`))
  await expect(page.getByRole("button", { name: t("take") })).toBeVisible()
  await page.keyboard.press("m")
  await expect(page.getByLabel(t("assignee"))).toHaveValue(/\w+/)

  const note = page.getByLabel(t("notes.label"))
  await note.fill("Asked for this twice.")
  await page.getByRole("button", { name: t("notes.add") }).click()
  await expect(page.getByRole("region", { name: t("notes.title") }).getByText("Asked for this twice.")).toBeVisible()

  await page.getByLabel(t("priority")).focus()
  await page.keyboard.press("Escape")
  await page.getByRole("heading", { level: 1 }).click()
  await page.keyboard.press("i")
  await page
    .getByRole("button", { name: /^Insert “/ })
    .first()
    .click()
  const reply = page.getByRole("textbox", { name: /^Reply, in/ })
  await expect(reply).toHaveValue(/Thank you for writing/)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect.soft(await axe(page), `${width}`).toEqual([])
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await page.getByRole("button", { name: t("reply.send") }).click()
  await expect(page.getByRole("list", { name: "Messages" }).getByText(/Thank you for writing/)).toBeVisible()
  await page.keyboard.press("x")
  await expect(page.getByRole("button", { name: t("reopen") })).toBeVisible()
})
