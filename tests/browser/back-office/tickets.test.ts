import type { Page } from "@playwright/test"
import { ask } from "../chat-people"
import { press, tabTo, write } from "../keyboard"
import { say } from "../mailbox"
import { axe, expect, login, open, test } from "../test"

const language = "en"
test.use({ language, contextOptions: { reducedMotion: "reduce" } })

const t = (key: string) => say(language, "admin-tickets", key)

/** Writes a ticket as a visitor; returns its reference. */
async function writeTicket(page: Page): Promise<string> {
  await open(page, "/contact")
  const { reference } = await ask<{ reference: string }>(page, {
    method: "POST",
    path: "/contact",
    body: {
      name: "Élodie",
      email: "elodie@example.org",
      category: "account",
      message: "May I change my address?",
    },
  })
  return reference
}

test("support takes a ticket, notes something, replies with a prepared answer and closes it, by keyboard alone", async ({
  page,
}) => {
  test.setTimeout(90_000)
  const reference = await writeTicket(page)
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

  // A letter chooses in a closed list.
  await tabTo(page, page.getByLabel(t("priority")))
  await page.keyboard.press("h")
  await press(page, page.getByRole("button", { name: t("save"), exact: true }))
  await expect(page.getByText(t("changed")).first()).toBeVisible()
  await expect(page.getByLabel(t("priority"))).toHaveValue("high")

  await write(page, page.getByLabel(t("notes.label")), "Asked for this twice.")
  await press(page, page.getByRole("button", { name: t("notes.add") }))
  await expect(page.getByRole("region", { name: t("notes.title") }).getByText("Asked for this twice.")).toBeVisible()

  await page.keyboard.press("Tab")
  await tabTo(page, page.getByText(t("answers.title"), { exact: true }).locator("xpath=ancestor::summary"))
  await page.keyboard.press("i")
  await press(page, page.getByRole("button", { name: /^Insert “/ }).first())
  const reply = page.getByRole("textbox", { name: /^Reply, in/ })
  await expect(reply).toHaveValue(/Thank you for writing/)
  await expect(reply).toBeFocused()
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect.soft(await axe(page), `${width}`).toEqual([])
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await press(page, page.getByRole("button", { name: t("reply.send") }))
  await expect(page.getByRole("list", { name: "Messages" }).getByText(/Thank you for writing/)).toBeVisible()
  await page.keyboard.press("x")
  await expect(page.getByRole("button", { name: t("reopen") })).toBeVisible()
})

test("a reply that is typed and not sent is not left without a question", async ({ page }) => {
  const reference = await writeTicket(page)
  await login(page, "support")
  await open(page, `/dashboard/admin/tickets/${reference}`)
  const questions: string[] = []
  let isLeft = false
  page.on("dialog", async (dialog) => {
    questions.push(dialog.message())
    await (isLeft ? dialog.accept() : dialog.dismiss())
  })
  const reply = page.getByRole("textbox", { name: /^Reply, in/ })
  const crumb = page.getByRole("main").getByRole("link", { name: t("title"), exact: true })
  await write(page, reply, "Half a sen")
  await press(page, crumb)
  await expect.poll(() => questions).toEqual([say(language, "admin", "leave")])
  await expect(page).toHaveURL(new RegExp(`/tickets/${reference}$`))
  await expect(reply).toHaveValue("Half a sen")
  isLeft = true
  await press(page, crumb)
  await expect(page).toHaveURL(/\/dashboard\/admin\/tickets$/)
  expect(questions).toHaveLength(2)
})
