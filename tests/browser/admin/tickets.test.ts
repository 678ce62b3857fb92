import { say } from "../mailbox"
import { axe, expect, open, test } from "../test"

const language = "en"
test.use({ language, contextOptions: { reducedMotion: "reduce" } })

const t = (key: string) => say(language, "admin-tickets", key)

test("support takes a ticket, notes something, replies with a prepared answer and closes it", async ({
  page,
  signIn,
}) => {
  test.setTimeout(90_000)
  await signIn("admin")
  await open(page, "/dashboard/admin/tickets")
  expect.soft(await axe(page)).toEqual([])
  await page.keyboard.press("j")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/\/tickets\/T-\w+$/)
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
  await expect(reply).toHaveValue(/Merci de nous avoir écrit/)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect.soft(await axe(page), `${width}`).toEqual([])
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await page.getByRole("button", { name: t("reply.send") }).click()
  await expect(page.getByRole("list", { name: "Messages" }).getByText(/Merci de nous avoir écrit/)).toBeVisible()
  await page.keyboard.press("x")
  await expect(page.getByRole("button", { name: t("reopen") })).toBeVisible()
})
