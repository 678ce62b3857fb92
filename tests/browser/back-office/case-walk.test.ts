import type { Page } from "@playwright/test"
import type { Case, CaseLine } from "../../../app/domain/safety/cases/schema.ts"
import { colleagueAccount } from "../../../scripts/seed/accounts.ts"
import { ask } from "../chat-people"
import { mailCount, readMail, say } from "../mailbox"
import { enterAs } from "../second-person"
import { expect, expectAccessible, flowLanguages, hydrated, type Language, open, test } from "../test"

test.use({ contextOptions: { reducedMotion: "reduce" } })

interface Card {
  slug: string
  name: string
}

/** Subjects of the reports: the introduction of a profile, and a whole one. */
const subjects = [
  { subject: "text", title: "a text of a profile", category: "intimate", kind: "text_removed", name: "about" },
  { subject: "profile", title: "a profile", category: "minor", kind: "profile_suspended", name: "profile" },
] as const

/** Returns a profile that no other test reads: it, or its introduction, is hidden for a while. */
async function findProfile(page: Page, { subject, language }: { subject: string; language: Language }): Promise<Card> {
  const { data } = await ask<{ data: Card[] }>(page, { method: "GET", path: "/profiles?show=96" })
  return data.at(-1 - (language === "fr" ? 0 : 1) - (subject === "text" ? 0 : 2)) as Card
}

for (const language of flowLanguages("fr")) {
  test.describe(`In ${language}`, () => {
    test.use({ language })

    for (const { subject, title, category, kind, name: subjectName } of subjects)
      test(`${title} is reported, hidden, taken down, contested by its owner, and shown again`, async ({
        page,
        browser,
        passes,
        faults,
      }) => {
        test.setTimeout(180_000)
        const t = (namespace: string, key: string) => say(language, namespace, key)
        await open(page, "/report")
        const { slug, name } = await findProfile(page, { subject, language })
        const profile = `/escorts/${slug}`
        if (subject === "profile") faults.expect(`404 GET ${profile}`)
        await open(page, profile)
        const words = page.locator("section[aria-labelledby=about] p.measure")
        const introduction = await words.first().innerText()
        expect(introduction).not.toBe("")

        // Somebody reports it, without an account.
        await page.getByRole("link", { name: t("profile", "report") }).click()
        await page.getByLabel(t("safety", "report.category"), { exact: true }).selectOption(category)
        if (subject === "text") await page.getByLabel(t("safety", "report.text"), { exact: true }).selectOption("about")
        await page.getByLabel(t("safety", "report.details"), { exact: true }).fill("It tells where I live.")
        await page.getByLabel(t("safety", "report.good_faith")).check()
        await expectAccessible(page)
        await page.getByRole("button", { name: t("safety", "report.submit") }).click()
        await expect(page.getByRole("heading", { name: t("safety", "report.sent.title") })).toBeVisible()
        await expect(page.getByText(/^R-[0-9A-Z]{8}$/)).toBeVisible()
        const reference = (await page.getByText(/^R-[0-9A-Z]{8}$/).innerText()).replace("R-", "C-")

        // Nobody reads it any more: pages that the edge keeps follow within five seconds.
        await expect(async () => {
          const response = await page.goto(profile)
          expect(response?.status()).toBe(subject === "text" ? 200 : 404)
          await expect(page.getByText(introduction)).toHaveCount(0, { timeout: 1_000 })
        }).toPass({ timeout: 30_000 })

        // A moderator finds the case at the desk, sees what is hidden, and acts on it.
        const moderator = await enterAs(browser, passes, colleagueAccount("moderator"), language)
        await open(moderator, "/dashboard/admin/cases")
        const { data } = await ask<{ data: CaseLine[] }>(moderator, { method: "GET", path: "/admin/cases" })
        expect(data.map((line) => line.reference)).toContain(reference)
        const { member_id } = await ask<Case>(moderator, { method: "GET", path: `/admin/cases/${reference}` })
        await open(moderator, `/dashboard/admin/cases/${reference}`)
        await expect(
          moderator.getByText(t("admin-cases", `subjects.${subjectName}`).replace("{{name}}", name)),
        ).toBeVisible()
        await expect(moderator.getByText(t("admin-cases", "hidden"), { exact: true })).toBeVisible()
        if (subject === "text") await expect(moderator.getByText(introduction)).toBeVisible()
        await expectAccessible(moderator)
        const lead = await enterAs(browser, passes, colleagueAccount("trust_lead"), language)
        const owner = await ask<{ email: string }>(lead, { method: "GET", path: `/admin/users/${member_id}` })
        const mails = await mailCount(page, owner.email)
        await hydrated(moderator)
        await moderator.getByLabel(t("admin-cases", "reason"), { exact: true }).fill("It names a street and a number.")
        await moderator.getByRole("button", { name: t("admin-cases", "act"), exact: true }).click()
        await expect(moderator.getByRole("main").getByText(t("admin-cases", "closed"))).toBeVisible()
        await moderator.context().close()

        // Its owner contests it by the link of the mail, without logging in.
        const { link } = await readMail(page, owner.email, mails + 1)
        await open(page, new URL(link ?? "").pathname)
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("decisions", `kinds.${kind}`))
        await expect(page.getByText("It names a street and a number.")).toBeVisible()
        await hydrated(page)
        await page.getByRole("textbox", { name: t("decisions", "appeal.body") }).fill("That street is in a novel.")
        await page.getByRole("button", { name: t("decisions", "appeal.submit") }).click()
        await expect(page.getByRole("heading", { name: t("decisions", "appeal.states.open") })).toBeVisible()
        const decided = /D-[0-9A-Z]{8}/.exec(
          await page
            .getByText(/D-[0-9A-Z]{8}/)
            .first()
            .innerText(),
        )?.[0]

        // Somebody else undoes it.
        await open(lead, "/dashboard/admin/appeals")
        await lead.getByRole("link", { name: new RegExp(decided ?? "none") }).click()
        await expect(lead.getByText("That street is in a novel.")).toBeVisible()
        await hydrated(lead)
        await lead.getByRole("textbox", { name: t("admin-appeals", "answer") }).fill("You are right: it is fiction.")
        await lead.getByRole("button", { name: t("admin-appeals", "overturn") }).click()
        await expect(lead.getByText("You are right: it is fiction.").first()).toBeVisible()
        await lead.context().close()

        // Everybody reads it again.
        await expect(async () => {
          await open(page, profile)
          await expect(words.first()).toHaveText(introduction, { timeout: 1_000 })
        }).toPass({ timeout: 30_000 })
      })
  })
}
