import { colleagueAccount, ownerAccount } from "../../../scripts/seed/accounts.ts"
import { press, write } from "../keyboard"
import { say } from "../mailbox"
import { enterAs } from "../second-person"
import { expect, expectAccessible, flowLanguages, hydrated, open, pathOf, test } from "../test"

test.use({ contextOptions: { reducedMotion: "reduce" } })

for (const language of flowLanguages("en")) {
  test.describe(`In ${language}`, () => {
    test.use({ language })

    test("an owner answers in confidence, leaves no trace, and a trust lead reads it, by keyboard alone", async ({
      browser,
      passes,
    }) => {
      test.setTimeout(90_000)
      const t = (namespace: string, key: string) => say(language, namespace, key)
      const owner = await enterAs(browser, passes, ownerAccount("paused"), language)
      await open(owner, "/profile/escort")
      await press(owner, owner.getByRole("link", { name: t("workshop", "overview.help_link") }))
      await owner.waitForURL(/\/profile\/help$/)
      await hydrated(owner)
      await expect(owner).toHaveTitle(new RegExp(`^${t("help", "title")} - `))
      const submit = owner.getByRole("button", { name: t("help", "submit") })
      await press(owner, submit)
      const yes = owner.getByRole("radio", { name: t("help", "answers.yes") })
      await expect(yes).toHaveAttribute("aria-invalid", "true")
      await expectAccessible(owner)
      await press(owner, yes, "Space")
      const words = `The bakery, before nine: ${Date.now()}`
      await write(owner, owner.getByRole("textbox", { name: t("help", "message") }), words)
      await press(owner, submit)
      await owner.waitForURL(/\/profile\/help\/lines$/)
      await expect(owner.getByRole("heading", { level: 1 })).toBeVisible()
      await expectAccessible(owner)
      // The page of the answer is not in the history: Back is the page before it.
      await owner.goBack()
      await expect.poll(() => pathOf(owner.url())).toBe("/profile/escort")
      await open(owner, "/profile/help")
      await expect(owner.getByRole("radio", { checked: true })).toHaveCount(0)
      await expect(owner.getByRole("textbox", { name: t("help", "message") })).toHaveValue("")
      await owner.context().close()

      const lead = await enterAs(browser, passes, colleagueAccount("trust_lead"), language)
      await open(lead, "/dashboard/admin/help")
      const card = lead.getByRole("article").filter({ hasText: words })
      const access = lead.getByRole("textbox", { name: t("admin", "access.reason") })
      await expect(access.or(card)).toBeVisible()
      // A reason holds for an hour: the first run of this test has given it.
      if (await access.isVisible()) {
        await expect(card).toHaveCount(0)
        await write(lead, access, "The morning's round")
        await press(lead, lead.getByRole("button", { name: t("admin-help", "access.submit") }))
      }
      await expect(card).toContainText(t("admin-help", "answers.yes"))
      await expectAccessible(lead)
      const close = card.getByRole("button", { name: t("admin-help", "close") })
      await press(lead, close)
      const note = card.getByRole("textbox", { name: t("admin-help", "note") })
      await expect(note).toHaveAttribute("aria-invalid", "true")
      await write(lead, note, "Met at the bakery.")
      await press(lead, close)
      await expect(lead.getByText(t("admin-help", "closed"))).toBeVisible()
      await expect(card).toHaveCount(0)
      await lead.context().close()
    })
  })
}
