import { colleagueAccount } from "../../../scripts/seed/accounts.ts"
import { origins } from "../addresses"
import { press, tabTo, write } from "../keyboard"
import { say } from "../mailbox"
import { enterAs } from "../second-person"
import { accountOf, expect, expectAccessible, flowLanguages, hydrated, newNetwork, open, test } from "../test"

test.use({ contextOptions: { reducedMotion: "reduce" } })

/** Uninhabited or nearly so: nobody else's test comes from there. The next run of a minute takes another one. */
const countries = ["AQ", "BV", "GS", "HM", "IO", "PN", "SH", "TF", "UM", "TK"]

for (const language of flowLanguages("fr")) {
  test.describe(`In ${language}`, () => {
    test.use({ language })

    test("an owner closes a country, a trust lead confirms it, and its visitors read why, by keyboard alone", async ({
      browser,
      passes,
    }) => {
      test.setTimeout(120_000)
      const t = (namespace: string, key: string) => say(language, namespace, key)
      const code = countries[Math.floor(Date.now() / 60_000) % countries.length] ?? ""
      const visitor = await (
        await browser.newContext({
          baseURL: origins[language],
          storageState: passes,
          extraHTTPHeaders: { "CF-Connecting-IP": newNetwork(), "X-Test-Country": code },
        })
      ).newPage()

      const owner = await enterAs(browser, passes, accountOf("admin"), language)
      await open(owner, "/dashboard/admin/countries")
      await expectAccessible(owner)
      const choice = owner.getByRole("combobox", { name: t("admin-countries", "choose.label") })
      await tabTo(owner, choice)
      await choice.selectOption(code)
      await press(owner, owner.getByRole("button", { name: t("admin-countries", "choose.submit"), exact: true }))
      await owner.waitForURL(new RegExp(`/countries/${code}$`))
      await hydrated(owner)
      const visiting = owner.getByRole("combobox", { name: t("admin-countries", "uses.visit.name") })
      const submit = owner.getByRole("button", { name: t("admin-countries", "change.submit") })
      const before = await visiting.inputValue()
      if (before !== "block") {
        await tabTo(owner, visiting)
        await visiting.selectOption("block")
        await press(owner, submit)
        const reason = owner.getByRole("textbox", { name: t("admin-countries", "change.reason") })
        await expect(reason).toHaveAttribute("aria-invalid", "true")
        await expectAccessible(owner)
        await expect(visiting).toHaveValue("block")
        await write(owner, reason, "Advice of counsel")
        await press(owner, submit)
        await expect(owner.getByText(t("admin-countries", "pending.fact"))).toBeVisible()
        await expectAccessible(owner)
        const lead = await enterAs(browser, passes, colleagueAccount("trust_lead"), language)
        await open(lead, `/dashboard/admin/countries/${code}`)
        await press(lead, lead.getByRole("link", { name: t("admin-countries", "pending.open") }))
        await lead.waitForURL(/\/country-changes\//)
        await hydrated(lead)
        await expectAccessible(lead)
        await press(lead, lead.getByRole("button", { name: language === "fr" ? "Confirmer" : "Confirm", exact: true }))
        await expect(lead.getByText(t("admin-countries", "states.confirmed")).first()).toBeVisible()
        await lead.context().close()
      }
      await owner.context().close()
      await expect.poll(async () => (await visitor.goto("/escorts"))?.status(), { timeout: 15_000 }).toBe(451)
      await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(t("errors", "country.blocked"))
      await expectAccessible(visitor)
      await press(visitor, visitor.getByRole("main").getByRole("link", { name: t("common", "shell.report") }))
      await visitor.waitForURL(/\/report\?about=/)
      await expect(visitor.getByRole("heading", { level: 1 })).toBeVisible()
      await visitor.context().close()
    })
  })
}
