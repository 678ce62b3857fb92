import type { Page } from "@playwright/test"
import { colleagueAccount } from "../../../scripts/seed/accounts.ts"
import { ask } from "../chat-people"
import { say } from "../mailbox"
import { enterAs } from "../second-person"
import { accountOf, axe, bareAddress, expect, hydrated, type Language, open, test } from "../test"

test.use({ contextOptions: { reducedMotion: "reduce" } })

const textOf = (language: Language, key: string, values: Record<string, string>) =>
  say(language, "admin", key).replace(/{{(\w+)}}/g, (_, name: string) => values[name] ?? "")

test("two people at one ticket see each other, and neither loses what they type", async ({
  page,
  browser,
  passes,
  signIn,
}) => {
  test.setTimeout(120_000)
  const support = await enterAs(browser, passes, colleagueAccount("support"), "en")
  const counting = support.waitForResponse(/\/api\/admin\/queues$/)
  await open(support, "/dashboard/admin")
  await counting
  const queue = support.getByRole("navigation", { name: "Back office" }).getByRole("link", { name: /^Tickets/ })
  const counted = async () => Number(/(\d+) waiting/.exec((await queue.textContent()) ?? "")?.[1] ?? 0)
  await expect.poll(counted).toBeGreaterThan(0)
  const before = await counted()

  await page.goto(bareAddress)
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
  await expect.poll(counted, { timeout: 15_000 }).toBe(before + 1)

  await open(support, `/dashboard/admin/tickets/${reference}`)
  await signIn("admin")
  await open(page, `/dashboard/admin/tickets/${reference}`)
  await expect(page.getByText(textOf("en", "presence.here_one", { names: "Thomas Reiter" }))).toBeVisible()
  await expect(support.getByText(textOf("en", "presence.here_one", { names: "Agathe Morel" }))).toBeVisible()
  const reply = support.getByRole("textbox", { name: /^Reply, in/ })
  await reply.fill("You may, in your account.")
  await expect(page.getByText(textOf("en", "presence.editing_one", { names: "Thomas Reiter" }))).toBeVisible()
  expect.soft(await axe(page)).toEqual([])

  await page.getByLabel(say("en", "admin-tickets", "notes.label")).fill("She has two accounts.")
  await page.getByRole("button", { name: say("en", "admin-tickets", "notes.add") }).click()
  const notice = support.getByText(/^Agathe Morel saved this at \d?\d:\d\d/)
  await expect(notice).toBeVisible()
  expect.soft(await axe(support)).toEqual([])
  await expect(support.getByText("She has two accounts.")).toHaveCount(0)
  await support.getByRole("button", { name: say("en", "admin", "presence.reload") }).click()
  await expect(support.getByText("She has two accounts.")).toBeVisible()
  await expect(reply).toHaveValue("You may, in your account.")

  await support.context().close()
  await expect(page.getByText("Thomas Reiter", { exact: false }).filter({ hasText: /editing|here/ })).toHaveCount(0)
})

test("a record that a colleague saves shows their version at once, or both where something is typed", async ({
  browser,
  passes,
}) => {
  test.setTimeout(120_000)
  const editor = await enterAs(browser, passes, colleagueAccount("editor"), "fr")
  const owner = await enterAs(browser, passes, accountOf("admin"), "fr")
  await open(editor, "/dashboard/admin/faqs")
  const href = (await editor.locator("[data-record] a").first().getAttribute("href")) ?? ""
  for (const one of [editor, owner]) {
    await one.goto(href)
    await hydrated(one)
  }
  const answerOf = (one: Page) => one.locator("textarea[name='answer.fr']")
  const before = await answerOf(editor).inputValue()
  const save = (one: Page) => one.keyboard.press("ControlOrMeta+s")
  await expect(owner.getByText(/Lucie Fontaine consulte aussi cette page/)).toBeVisible()

  await answerOf(owner).fill(`${before} Un.`)
  await save(owner)
  await expect(editor.getByText(/^Agathe Morel a enregistré des modifications à /)).toBeVisible()
  await expect(answerOf(editor)).toHaveValue(`${before} Un.`)

  await answerOf(editor).fill(`${before} Le mien.`)
  await answerOf(owner).fill(`${before} Deux.`)
  await save(owner)
  await editor.getByRole("button", { name: say("fr", "admin", "presence.compare") }).click()
  const conflict = editor.getByRole("alert").filter({ hasText: say("fr", "admin-kit", "conflict.title") })
  await expect(conflict).toContainText(`${before} Deux.`)
  await expect(answerOf(editor)).toHaveValue(`${before} Le mien.`)
  await answerOf(editor).fill(before)
  await save(editor)
  await expect(editor.getByText(say("fr", "admin-kit", "form.saved")).first()).toBeVisible()
  await owner.context().close()
  await editor.context().close()
})

test("a text whose form went because a colleague closed the report is still shown", async ({
  page,
  browser,
  passes,
}) => {
  test.setTimeout(120_000)
  await page.goto(bareAddress)
  const { reference } = await ask<{ reference: string }>(page, {
    method: "POST",
    path: "/reports",
    body: {
      category: "depicted",
      about: "/about",
      details: "Une amie me reconnaît.",
      good_faith: true,
    },
  })
  const [first, second] = await Promise.all([
    enterAs(browser, passes, colleagueAccount("moderator"), "fr"),
    enterAs(browser, passes, accountOf("admin"), "fr"),
  ])
  for (const one of [first, second]) await open(one, `/dashboard/admin/cases/${reference.replace("R-", "C-")}`)
  const reasonOf = (one: Page) => one.getByRole("textbox", { name: say("fr", "admin-cases", "reason") })
  await reasonOf(first).fill("La ville est juste.")
  await reasonOf(second).fill("Vérifié.")
  await second.getByRole("button", { name: say("fr", "admin-cases", "dismiss") }).click()
  await first.getByRole("button", { name: say("fr", "admin", "presence.reload") }).click()
  await expect(first.getByText(say("fr", "admin", "presence.form_gone"))).toBeVisible()
  await expect(first.getByText("La ville est juste.")).toBeVisible()
  await expect(reasonOf(first)).toHaveCount(0)
  expect.soft(await axe(first)).toEqual([])
  for (const one of [first, second]) await one.context().close()
})
