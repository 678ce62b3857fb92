import { colleagueAccount } from "../../../scripts/seed/accounts.ts"
import { ask } from "../chat-people"
import { press, write } from "../keyboard"
import { followMail, newAddress, say } from "../mailbox"
import { enterAs } from "../second-person"
import { expect, expectAccessible, flowLanguages, hydrated, open, test } from "../test"

test.use({ contextOptions: { reducedMotion: "reduce" } })

for (const language of flowLanguages("fr")) {
  test.describe(`In ${language}`, () => {
    test.use({ language })

    test("who reported contests the decision by its mail, and somebody else undoes it, by keyboard alone", async ({
      page,
      browser,
      passes,
      faults,
    }) => {
      test.setTimeout(120_000)
      faults.expect(/^422 POST \/decisions\//)
      const t = (namespace: string, key: string) => say(language, namespace, key)
      const email = newAddress("reporter")
      await open(page, "/report")
      const { reference } = await ask<{ reference: string }>(page, {
        method: "POST",
        path: "/reports",
        body: { category: "terms", about: "/about", details: "This is wrong.", good_faith: true, email },
      })
      const moderator = await enterAs(browser, passes, colleagueAccount("moderator"), language)
      await ask(moderator, {
        method: "POST",
        path: `/admin/cases/${reference.replace("R-", "C-")}/dismiss`,
        body: { reason: "The page says nothing of the kind." },
      })
      await moderator.context().close()

      await open(page, await followMail(page, email, 2))
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("decisions", "kinds.notice_refused"))
      await expect(page.getByText("The page says nothing of the kind.")).toBeVisible()
      await expectAccessible(page)
      const body = page.getByRole("textbox", { name: t("decisions", "appeal.body") })
      const send = page.getByRole("button", { name: t("decisions", "appeal.submit") })
      await press(page, send)
      await expect(body).toHaveAttribute("aria-invalid", "true")
      const words = `Look at its third paragraph: ${Date.now()}`
      await write(page, body, words)
      await press(page, send)
      await expect(page.getByRole("heading", { name: t("decisions", "appeal.states.open") })).toBeVisible()
      await expectAccessible(page)
      const contested = page.url()
      const decision = await page
        .getByText(/D-[0-9A-Z]{8}/)
        .first()
        .innerText()

      const lead = await enterAs(browser, passes, colleagueAccount("trust_lead"), language)
      await open(lead, "/dashboard/admin/appeals")
      await expectAccessible(lead)
      await press(lead, lead.getByRole("link", { name: new RegExp(/D-[0-9A-Z]{8}/.exec(decision)?.[0] ?? "none") }))
      await expect(lead.getByText(words)).toBeVisible()
      await hydrated(lead)
      await expectAccessible(lead)
      await write(lead, lead.getByRole("textbox", { name: t("admin-appeals", "answer") }), "You are right: it does.")
      await press(lead, lead.getByRole("button", { name: t("admin-appeals", "overturn") }))
      await expect(lead.getByRole("button", { name: t("admin-appeals", "overturn") })).toHaveCount(0)
      await expect(lead.getByText("You are right: it does.").first()).toBeVisible()
      await lead.context().close()

      await open(page, contested)
      await expect(page.getByRole("heading", { name: t("decisions", "appeal.states.overturned") })).toBeVisible()
      await expect(page.getByText("You are right: it does.")).toBeVisible()
      await expectAccessible(page)
    })
  })
}
