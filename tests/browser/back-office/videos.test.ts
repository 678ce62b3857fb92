import { readFileSync } from "node:fs"
import { ownerAccount } from "../../../scripts/seed/accounts.ts"
import { press, tabTo } from "../keyboard"
import { say } from "../mailbox"
import { deleteUploads } from "../profiles/own-media"
import { enterAs } from "../second-person"
import { expect, expectAccessibleAtEverySize, open, test } from "../test"

test.use({ contextOptions: { reducedMotion: "reduce" } })

const t = (key: string) => say("en", "admin-review", key)
const film = readFileSync(new URL("../../../scripts/seed/demo/videos/bridge.mp4", import.meta.url))

test("a moderator watches a video, accepts it and takes it down, by keyboard alone", async ({
  page,
  browser,
  passes,
  signIn,
  faults,
}) => {
  faults.expect(/^422 POST \/dashboard\/admin\/videos/)
  test.setTimeout(120_000)
  const owner = await enterAs(browser, passes, ownerAccount("paused"), "en")
  await open(owner, "/profile/videos")
  await deleteUploads(owner)
  await open(owner, "/profile/videos")
  await owner.getByLabel("Choose a video").setInputFiles({ name: "film.mp4", mimeType: "video/mp4", buffer: film })
  const sent = owner.getByRole("listitem").filter({ hasText: "In review" })
  await expect(sent).toBeVisible({ timeout: 20_000 })
  await sent.getByRole("link", { name: "Open" }).click()
  await owner.waitForURL(/\/profile\/videos\/\w+$/)
  const id = new URL(owner.url()).pathname.split("/").at(-1) ?? ""

  await signIn("moderator")
  await open(page, "/dashboard/admin/videos")
  const video = page
    .getByRole("article", { name: t("media.video") })
    .filter({ has: page.locator(`input[value="${id}"]`) })
  const player = video.locator("video")
  await tabTo(page, video.getByRole("button", { name: new RegExp(`^${say("en", "player", "play")}`) }))
  await page.keyboard.press("Space")
  await expect.poll(() => player.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0)
  await page.keyboard.press("Space")
  await expectAccessibleAtEverySize(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await press(page, video.getByRole("button", { name: t("accept") }))
  await expect(page.getByText(t("media.approved")).first()).toBeVisible()
  await expect(video).toHaveCount(0)

  await open(page, "/dashboard/admin/videos?list=approved")
  await press(page, video.locator("summary", { hasText: t("media.take_down") }))
  const reason = video.getByRole("combobox", { name: t("reason") })
  await press(page, video.getByRole("button", { name: t("media.take_down_now") }))
  // Nothing is taken down without a reason.
  await expect(reason).toHaveAttribute("aria-invalid", "true")
  await expect(reason).toBeFocused()
  await expect(video).toHaveCount(1)
  // A space opens the list if the letters before it came slowly. One letter goes through the reasons that begin with it.
  for (let at = 0; at < 8 && (await reason.inputValue()) !== "explicit"; at += 1) await page.keyboard.press("i")
  await expect(reason).toHaveValue("explicit")
  await press(page, video.getByRole("button", { name: t("media.take_down_now") }))
  await expect(page.getByText(t("media.taken_down")).first()).toBeVisible()
  await expect(video).toHaveCount(0)
  await open(owner, "/profile/videos")
  await expect(owner.getByText("In review")).toHaveCount(0)
  await expect(owner.getByText(say("en", "videos", "reasons.explicit"))).toBeVisible()
  await deleteUploads(owner)
  await owner.context().close()
})
