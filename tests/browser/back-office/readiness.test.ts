import { accounts, colleagueAccount } from "../../../scripts/seed/accounts.ts"
import { press, write } from "../keyboard"
import { say } from "../mailbox"
import { enterAs } from "../second-person"
import { expect, expectAccessible, flowLanguages, open, test } from "../test"

test.use({ contextOptions: { reducedMotion: "reduce" } })

for (const language of flowLanguages("fr")) {
  test.describe(`In ${language}`, () => {
    test.use({ language })

    test("an owner records an item of the launch and withdraws it, by keyboard alone, and an auditor reads it", async ({
      browser,
      passes,
      faults,
    }) => {
      test.setTimeout(90_000)
      const t = (key: string) => say(language, "admin-readiness", key)
      const counsel = t("items.counsel.title")
      const named = (key: string) => t(key).replace("{{item}}", counsel)
      const owner = await enterAs(browser, passes, accounts[0], language)
      faults.watch(owner.context())
      await open(owner, "/dashboard/admin/readiness")
      await expect(owner.getByText(t("status.elsewhere"))).toBeVisible()
      const item = owner.getByRole("listitem").filter({ has: owner.getByRole("heading", { name: counsel }) })
      await press(owner, item.getByLabel(named("record_named")))
      const submit = item.getByRole("button", { name: t("submit") })
      await press(owner, submit)
      const reference = item.getByRole("textbox", { name: t("reference") })
      await expect(reference).toHaveAttribute("aria-invalid", "true")
      await expectAccessible(owner)
      await write(owner, reference, "Lettre du cabinet, 12 novembre, dossier 26-118")
      await press(owner, submit)
      await expect(item.getByText(t("states.complete"))).toBeVisible()
      await expect(item.getByText("dossier 26-118")).toBeVisible()
      await expect(submit).toBeHidden()
      await expectAccessible(owner)

      const auditor = await enterAs(browser, passes, colleagueAccount("auditor"), language)
      await open(auditor, "/dashboard/admin/readiness")
      await expect(auditor.getByText("dossier 26-118")).toBeVisible()
      await expect(auditor.getByLabel(named("renew_named"))).toHaveCount(0)
      await auditor.context().close()

      // Two tabs: the second one withdraws what the first has renewed since.
      const other = await owner.context().newPage()
      await open(other, "/dashboard/admin/readiness")
      await press(owner, item.getByLabel(named("renew_named")))
      await write(owner, reference, "Lettre du cabinet, avenant")
      await press(owner, submit)
      await expect(item.getByText("avenant")).toBeVisible()
      const there = other.getByRole("listitem").filter({ has: other.getByRole("heading", { name: counsel }) })
      await there.getByLabel(named("withdraw_named")).click()
      await there.getByRole("button", { name: t("withdraw_now") }).click()
      await expect(other.getByText(say(language, "errors", "conflict.changed")).first()).toBeVisible()
      await other.reload()
      await expect(there.getByText("avenant")).toBeVisible()
      await other.close()

      await press(owner, item.getByLabel(named("withdraw_named")))
      await press(owner, item.getByRole("button", { name: t("withdraw_now") }))
      await expect(item.getByText(t("states.missing"))).toBeVisible()
      await owner.context().close()
      faults.expect(/^422 /)
      faults.expect(/^409 /)
    })
  })
}
