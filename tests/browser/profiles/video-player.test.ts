import type { Locator, Page } from "@playwright/test"
import { expect, expectAccessible, open, test } from "../test"
import { pathWithVideos } from "./demo-videos"

const playerOf = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("group")
    .filter({ has: page.locator("video") })
    .first()

type State = Pick<HTMLVideoElement, "currentTime" | "duration" | "muted" | "paused" | "volume">
const stateOf = (player: Locator): Promise<State> =>
  player.locator("video").evaluate((one: HTMLVideoElement) => {
    const { currentTime, duration, muted, paused, volume } = one
    return { currentTime, duration, muted, paused, volume }
  })
const shownCaptions = (player: Locator) =>
  player
    .locator("video")
    .evaluate((one: HTMLVideoElement) =>
      [...one.textTracks].filter(({ mode }) => mode === "showing").map(({ language }) => language),
    )

/** Returns whether the shown captions are loaded, and stand above the controls. */
const areCaptionsRaised = (player: Locator) =>
  player.locator("video").evaluate((one: HTMLVideoElement) =>
    [...one.textTracks]
      .filter(({ mode }) => mode === "showing")
      .map(({ cues }) => [...((cues ?? []) as Iterable<VTTCue>)])
      .some((cues) => cues.length > 0 && cues.every(({ line }) => typeof line === "number" && line < -1)),
  )

test("a video is started, stopped, moved, muted and captioned by keyboard", async ({ page }) => {
  await open(page, await pathWithVideos(page))
  const player = playerOf(page)
  const button = (name: string | RegExp) => player.getByRole("button", { name })
  await expect(player.locator("video")).not.toHaveAttribute("controls")
  await button(/^Play: /).press("Enter")
  await expect(button("Pause")).toBeFocused()
  await expect.poll(async () => (await stateOf(player)).currentTime).toBeGreaterThan(0)
  await page.keyboard.press("Space")
  await expect(button("Play")).toBeFocused()
  expect((await stateOf(player)).paused).toBe(true)

  const { currentTime: before } = await stateOf(player)
  await page.keyboard.press("ArrowRight")
  await expect.poll(async () => (await stateOf(player)).currentTime).toBeGreaterThan(before + 1)
  await page.keyboard.press("ArrowLeft")
  await expect.poll(async () => (await stateOf(player)).currentTime).toBeLessThan(before + 1)
  const position = player.getByRole("slider", { name: "Position" })
  await position.focus()
  await page.keyboard.press("End")
  await expect.poll(async () => (await stateOf(player)).currentTime).toBeGreaterThan(before + 1)
  await expect(position).toHaveAttribute("aria-valuetext", /^\d+:\d\d of \d+:\d\d$/)

  await page.keyboard.press("m")
  await expect(button("Unmute")).toBeVisible()
  expect((await stateOf(player)).muted).toBe(true)
  await button("Unmute").press("Enter")
  expect((await stateOf(player)).muted).toBe(false)
  await button("Mute").press("ArrowDown")
  expect((await stateOf(player)).volume).toBeCloseTo(0.9)

  await button("Captions").press("Enter")
  await page.getByRole("menuitemradio", { name: "French" }).press("Enter")
  expect(await shownCaptions(player)).toEqual(["fr"])
  await expect.poll(() => areCaptionsRaised(player)).toBe(true)
  await position.press("c")
  expect(await shownCaptions(player)).toEqual([])

  const isFull = () => player.evaluate((one) => document.fullscreenElement === one)
  await position.press("f")
  await expect(button("Leave full screen")).toBeVisible()
  expect(await isFull()).toBe(true)
  await expect(player.locator("video")).toHaveCSS("object-fit", "contain")
  await position.press("f")
  await expect(button("Full screen")).toBeVisible()
  expect(await isFull()).toBe(false)
  await expectAccessible(page)
})

test("the controls of a playing video leave, and return with the pointer", async ({ page }) => {
  await open(page, await pathWithVideos(page))
  const player = playerOf(page)
  const pause = player.getByRole("button", { name: "Pause" })
  await player.locator("video").evaluate((one: HTMLVideoElement) => {
    one.muted = true
    one.loop = true
  })
  await player.getByRole("button", { name: /^Play: / }).click()
  const bar = pause.locator("xpath=ancestor::div[1]")
  await expect(bar).toHaveCSS("opacity", "1")
  await expect(bar).toHaveCSS("opacity", "0")
  await player.hover({ position: { x: 20, y: 20 } })
  await expect(bar).toHaveCSS("opacity", "1")
  await player.locator("video").click()
  await expect(player.getByRole("button", { name: "Play", exact: true })).toBeVisible()
})

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true })
  test("a tap where the controls of a playing video were brings them back, and presses none", async ({ page }) => {
    await open(page, await pathWithVideos(page))
    const player = playerOf(page)
    await player.locator("video").evaluate((one: HTMLVideoElement) => {
      one.loop = true
    })
    await player.getByRole("button", { name: /^Play: / }).tap()
    const mute = player.getByRole("button", { name: "Mute" })
    const bar = mute.locator("xpath=ancestor::div[1]")
    await expect(bar).toHaveCSS("opacity", "0")
    const { x, y, width, height } = (await mute.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.touchscreen.tap(x + width / 2, y + height / 2)
    await expect(bar).toHaveCSS("opacity", "1")
    expect(await stateOf(player)).toMatchObject({ muted: false, paused: false })
  })
})

test("controls that arrive long after the start of the video are shown, and take the focus", async ({ page }) => {
  let arrive = () => {}
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/\/control-bar-[^/]+\.js$/, async (route) => {
    await arrival
    await route.continue()
  })
  await open(page, await pathWithVideos(page))
  const player = playerOf(page)
  await player.locator("video").evaluate((one: HTMLVideoElement) => {
    one.muted = true
    one.loop = true
  })
  await player.getByRole("button", { name: /^Play: / }).press("Enter")
  // The time in which controls stay is over.
  await expect(player).toHaveCSS("cursor", "none")
  const pause = player.getByRole("button", { name: "Pause" })
  await expect(pause).toHaveCount(0)
  await player.locator("video").evaluate((one: HTMLVideoElement) => {
    for (const track of one.textTracks) if (track.language === "en") track.mode = "showing"
  })
  const areLoaded = () =>
    player.locator("video").evaluate((one: HTMLVideoElement) => [...one.textTracks].some(({ cues }) => cues?.length))
  await expect.poll(areLoaded).toBe(true)
  expect(await areCaptionsRaised(player)).toBe(false)
  arrive()
  await expect(pause).toBeFocused()
  await expect(pause.locator("xpath=ancestor::div[1]")).toHaveCSS("opacity", "1")
  await expect(player).not.toHaveCSS("cursor", "none")
  expect(await areCaptionsRaised(player)).toBe(true)
})

test("a video that does not arrive says so, and is fetched again where it stopped", async ({ page, faults }) => {
  const file = /\/media\/\w+\/video\.mp4/
  faults.expect(/video\.mp4/)
  const path = await pathWithVideos(page)
  await page.route(file, (route) => route.abort())
  await open(page, path)
  const player = playerOf(page)
  await player.getByRole("button", { name: /^Play: / }).click()
  await expect(player.getByRole("alert")).toHaveText(/^The video didn’t load\./)
  await page.unroute(file)
  await expect(player.getByRole("button", { name: "Try again" })).toBeFocused()
  await player.evaluate((one) => one.requestFullscreen())
  await page.keyboard.press("Enter")
  await expect(player.getByRole("button", { name: "Pause" })).toBeFocused()
  await expect(player.getByRole("button", { name: "Leave full screen" })).toBeVisible()
  await expect(player.getByRole("alert")).toHaveCount(0)
  await expect.poll(async () => (await stateOf(player)).currentTime).toBeGreaterThan(0)
})

for (const language of ["en", "fr"] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ language })
    test("the key of captions shows those of the reader's language", async ({ page }) => {
      await open(page, await pathWithVideos(page))
      const player = playerOf(page)
      await player.getByRole("button", { name: /^(Play|Lire)/ }).press("Enter")
      await player.getByRole("button", { name: /^(Pause|Mettre en pause)$/ }).press("c")
      expect(await shownCaptions(player)).toEqual([language])
    })
  })
}

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false })
  test("a video has the browser's own controls", async ({ page, browser }) => {
    const scripted = await browser.newPage()
    await scripted.context().addCookies(await page.context().cookies())
    const path = await pathWithVideos(scripted)
    await scripted.close()
    await page.goto(path)
    await expect(page.getByRole("main").locator("video").first()).toHaveAttribute("controls")
  })
})
