import type { Page } from "@playwright/test"
import { say } from "../mailbox"
import { expect, expectAccessible, open, test } from "../test"

const language = "fr"
test.use({ language, contextOptions: { reducedMotion: "reduce" } })

const t = (key: string) => say(language, "admin-review", key)

const field = (page: Page) => page.getByRole("region", { name: `${t("fields.headline")} · anglais` })

test("a moderator works through the queue by keyboard alone", async ({ page, signIn, faults }) => {
  faults.expect(/^422 POST \/dashboard\/admin\/profiles\/\w+\/review\.data/)
  test.setTimeout(120_000)
  await signIn("moderator")
  await open(page, "/dashboard/admin/review")
  await expectAccessible(page)
  await page.keyboard.press("j")
  const first = page.getByRole("main").getByRole("listitem").first().getByRole("link")
  await expect(first).toBeFocused()
  await page.keyboard.press("j")
  await page.keyboard.press("k")
  await expect(first).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/\/profiles\/\w+\/review$/)
  await expectAccessible(page)

  // The photo of the demo has waited longest.
  const photo = page
    .getByRole("article", { name: t("media.photo"), exact: true })
    .filter({ hasText: t("media.to_decide") })
  await expect(photo).toHaveCount(1)

  // Claimed and given back.
  await page.keyboard.press("c")
  await expect(page.getByText(/À vous jusqu’à/)).toBeVisible()
  await page.keyboard.press("c")
  await expect(page.getByText(t("claim.free"))).toBeVisible()

  // Enlarged, closed, accepted.
  await page.keyboard.press("ArrowRight")
  await expect(photo).toBeFocused()
  await page.keyboard.press("z")
  await expect(page.getByRole("dialog")).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(page.getByRole("dialog")).toBeHidden()
  await page.keyboard.press("y")
  await expect(photo).toHaveCount(0)

  // A field that is sent back claims the review and holds back the approval; letters typed into its comment are no keys.
  await field(page).focus()
  await page.keyboard.press("n")
  await expect(field(page).getByRole("combobox", { name: t("reason") })).toBeFocused()
  await expect(page.getByText(/À vous jusqu’à/)).toBeVisible()
  await expect(page.getByRole("button", { name: t("verdict.approve_all") })).toBeDisabled()
  await page.keyboard.press("Tab")
  await page.keyboard.type("Jackie a raison")
  await expect(field(page).getByRole("textbox")).toHaveValue("Jackie a raison")
  await page.reload()
  await expect(field(page).getByRole("textbox")).toHaveValue("Jackie a raison")

  // Without its reason it stays, with what was typed; then it is accepted after all, and everything approved.
  await field(page).focus()
  await page.keyboard.press("r")
  await expect(field(page).getByRole("combobox")).toHaveAttribute("aria-invalid", "true")
  await expect(field(page).getByRole("textbox")).toHaveValue("Jackie a raison")
  await expectAccessible(page)
  await field(page).focus()
  await page.keyboard.press("y")
  await page.keyboard.press("a")
  await expect(page.getByRole("status").filter({ hasText: t("done.approved") })).toBeVisible()
})
