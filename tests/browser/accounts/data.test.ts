import { readFileSync } from "node:fs"
import type { Page } from "@playwright/test"
import { strFromU8, unzipSync } from "fflate"
import { join } from "../join"
import { followMail, readMail, say } from "../mailbox"
import { axe, expect, flowLanguages, hydrated, open, test } from "../test"

const dataPage = "/profile/settings/data"

/** Presses a download and unzips the file. */
async function unzip(page: Page, press: () => Promise<void>): Promise<Record<string, string>> {
  const [download] = await Promise.all([page.waitForEvent("download"), press()])
  expect(download.suggestedFilename()).toMatch(/^salon-\d{4}-\d\d-\d\d\.zip$/)
  const files = unzipSync(readFileSync(await download.path()))
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
}

for (const language of flowLanguages("en")) {
  const t = (key: string) => say(language, "privacy", key)
  const button = (page: Page, key: string) => page.getByRole("button", { name: t(key), exact: true })

  test.describe(`In ${language}`, () => {
    test.use({ language })

    test("a member requests a data export, sees its progress, and downloads it from the page and from the mail", async ({
      page,
    }) => {
      const email = (await join(page)).email
      await open(page, "/profile/settings/privacy")
      await page.getByRole("link", { name: t("open") }).click()
      await expect(page).toHaveURL(new RegExp(`${dataPage}$`))
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("title"))
      expect(await axe(page)).toEqual([])

      await button(page, "export.submit").click()
      const download = page.getByRole("listitem").getByRole("link", { name: t("export.download") })
      await expect(download).toBeVisible({ timeout: 30_000 })
      expect(await axe(page)).toEqual([])
      const files = await unzip(page, () => download.click())
      expect(files["data/users.json"]).toContain(email)
      expect(files["readme.txt"]).toContain("Salon")

      expect((await readMail(page, email, 2)).subject).toBe(say(language, "mail", "export_ready.subject"))
      await open(page, await followMail(page, email, 2))
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("export.ready_title"))
      expect(await axe(page)).toEqual([])
      const again = await unzip(page, () => page.getByRole("link", { name: t("export.download") }).click())
      expect(again["data/users.json"]).toBe(files["data/users.json"])
    })

    test("a member requests erasure, sees it announced on every page, and cancels it", async ({ page, faults }) => {
      faults.expect(/^422 POST \/profile\/settings\/data/)
      const email = (await join(page)).email
      await open(page, dataPage)
      const tick = page.getByLabel(t("erasure.understood"))
      await button(page, "erasure.submit").click()
      await expect(tick).toBeFocused()
      await expect(tick).toHaveAccessibleDescription(say(language, "errors", "fields.must_accept"))
      await tick.check()
      await button(page, "erasure.submit").click()
      const keep = page.getByRole("button", { name: say(language, "erasure", "keep") })
      await expect(keep).toBeVisible()
      expect(await axe(page)).toEqual([])
      const { subject, link } = await readMail(page, email, 2)
      expect(subject).toMatch(
        language === "en" ? /^Your account will be deleted on / : /^Votre compte sera supprimé le /,
      )
      expect(new URL(link ?? "").pathname).toBe(dataPage)

      for (const path of ["/profile", "/profile/settings"]) {
        await open(page, path)
        await hydrated(page)
        await expect(keep).toBeVisible()
      }
      expect(await axe(page)).toEqual([])
      await keep.click()
      await expect(page.getByText(t("erasure.kept")).first()).toBeVisible()
      await expect(button(page, "erasure.submit")).toBeVisible()
      await open(page, "/profile")
      await expect(keep).toHaveCount(0)
    })
  })
}
