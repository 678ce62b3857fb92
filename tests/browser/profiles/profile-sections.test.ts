import type { Page } from "@playwright/test"
import { wholeProfile } from "../addresses"
import { axe, expect, expectAccessibleAtEverySize, flowLanguages, hydrated, type Language, open, test } from "../test"
import { demoSlugs, fromApi, pathWithVideos } from "./demo-videos"

const slug = wholeProfile
const path = `/escorts/${slug}`

const texts: Record<Language, Record<string, { path: string; title: string; heading: string }>> = {
  en: {
    Overview: { path: "", title: "Camille Aubert - Salon", heading: "Services & rates" },
    Details: { path: "/infos", title: "Camille Aubert, details - Salon", heading: "Details" },
    Private: { path: "/private", title: "Camille Aubert, private gallery - Salon", heading: "Private gallery" },
    Services: { path: "/services", title: "Camille Aubert, services - Salon", heading: "Services & rates" },
  },
  fr: {
    Aperçu: { path: "", title: "Camille Aubert - Salon", heading: "Services et tarifs" },
    Infos: { path: "/infos", title: "Camille Aubert, infos - Salon", heading: "Infos" },
    Privé: { path: "/private", title: "Camille Aubert, galerie privée - Salon", heading: "Galerie privée" },
    Services: { path: "/services", title: "Camille Aubert, services - Salon", heading: "Services et tarifs" },
  },
}

for (const language of flowLanguages("fr")) {
  test.describe(`In ${language}`, () => {
    test.use({ language })

    test("each tab of a profile opens its section, sound, within the same document", async ({ page }) => {
      await open(page, path)
      const tabs = page.getByRole("navigation", { name: /Camille Aubert$/ })
      for (const [tab, { path: section, title, heading }] of Object.entries(texts[language])) {
        await tabs.getByRole("link", { name: new RegExp(tab) }).click()
        await expect(page).toHaveTitle(title)
        expect(new URL(page.url()).pathname).toBe(path + section)
        await expect(page.getByRole("heading", { level: 1 })).toHaveText("Camille Aubert")
        await expect(page.getByRole("heading", { level: 2, name: heading, exact: true })).toBeVisible()
        await expect(tabs.locator("[aria-current=page]")).toContainText(tab)
        expect(await axe(page)).toEqual([])
      }
    })

    test("the gallery is dark in both modes", async ({ page }) => {
      await page.emulateMedia({ colorScheme: "light" })
      await open(page, `${path}/gallery`)
      expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe("rgb(12, 10, 9)")
    })

    test("videos are sound, play, and have captions", async ({ page }) => {
      await open(page, await pathWithVideos(page))
      const video = page.getByRole("main").locator("video").first()
      await expectAccessibleAtEverySize(page)
      expect(await video.evaluate((one: HTMLVideoElement) => one.networkState)).not.toBe(2)
      await video.evaluate(async (one: HTMLVideoElement) => {
        one.muted = true
        await one.play()
        for (const track of one.textTracks) track.mode = "hidden"
      })
      await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0)
      await expect
        .poll(() => video.evaluate((one: HTMLVideoElement) => one.textTracks[0]?.cues?.length ?? 0))
        .toBeGreaterThan(0)
      await video.evaluate((one: HTMLVideoElement) => {
        one.currentTime = one.duration - 1
      })
      await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.ended)).toBe(true)
    })
  })
}

/** Returns the ids of the gallery's pictures, from their addresses. */
async function photoIds(page: Page): Promise<string[]> {
  const album = await fromApi<{ data: { id: string }[] }>(page, `/profiles/${slug}/gallery`)
  return album.data.map(({ id }) => id)
}

const photoOf = (page: Page) => new URL(page.url()).searchParams.get("photo")
const position = (page: Page) => page.getByText(/^(Picture|Photo) \d+ (of|sur) \d+$/)

test.describe("The gallery", () => {
  test("the gallery is browsed by keyboard, and left by it to the previous page", async ({ page }) => {
    await open(page, path)
    await page.locator("#gallery").focus()
    await page.keyboard.press("Enter")
    await expect(page).toHaveURL(/\/gallery$/)
    const ids = await photoIds(page)
    const total = ids.length
    expect(total).toBeGreaterThan(2)
    await expect(position(page)).toHaveText(`Picture 1 of ${total}`)
    for (const [key, at] of [
      ["ArrowRight", 1],
      ["ArrowRight", 2],
      ["ArrowLeft", 1],
      ["End", total - 1],
      ["ArrowRight", 0],
      ["ArrowLeft", total - 1],
      ["Home", 0],
    ] as const) {
      await page.keyboard.press(key)
      await expect(position(page)).toHaveText(`Picture ${at + 1} of ${total}`)
      expect(photoOf(page)).toBe(ids[at])
    }
    await page.keyboard.press("Escape")
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(page.locator("#gallery")).toBeFocused()
  })

  test("the gallery requests nothing but pictures, and adds a single step to the history", async ({ page }) => {
    await open(page, path)
    await page.locator("#gallery").click()
    await expect(position(page)).toBeAttached()
    const asked: string[] = []
    page.on("request", (request) => asked.push(new URL(request.url()).pathname))
    await page.getByRole("link", { name: "Next picture" }).click()
    await page.getByRole("link", { name: "Next picture" }).click()
    await expect(position(page)).toHaveText(/^Picture 3 /)
    // Chromium requests the tab's icon whenever the address changes.
    expect(asked.filter((one) => !one.startsWith("/media/") && one !== "/favicon.svg")).toEqual([])
    await page.goBack()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  })

  test("the gallery opens at the picture in its address, also after a reload", async ({ page }) => {
    const ids = await photoIds(page)
    await open(page, `${path}/gallery?photo=${ids[2]}`)
    await expect(position(page)).toHaveText(`Picture 3 of ${ids.length}`)
    await page.keyboard.press("ArrowLeft")
    await page.reload()
    await hydrated(page)
    await expect(position(page)).toHaveText(`Picture 2 of ${ids.length}`)
    await page
      .getByRole("list", { name: /^All pictures/ })
      .getByRole("link")
      .last()
      .click()
    await expect(position(page)).toHaveText(`Picture ${ids.length} of ${ids.length}`)
    await expect(page.locator("main picture").first()).toBeVisible()
  })

  test("the gallery zooms by button, wheel and double tap, and Esc first resets the zoom", async ({ page }) => {
    await open(page, `${path}/gallery`)
    const scale = () =>
      page.evaluate(() => {
        const content = document.querySelector<HTMLElement>("[data-slow]")
        return content ? new DOMMatrix(getComputedStyle(content).transform).a : 1
      })
    await page.getByRole("button", { name: "Zoom in" }).click()
    await expect.poll(scale).toBeCloseTo(2.5)
    await page.keyboard.press("Escape")
    await expect.poll(scale).toBeCloseTo(1)
    await expect(page).toHaveURL(/\/gallery$/)
    await page.mouse.move(640, 400)
    await page.mouse.wheel(0, -400)
    await expect.poll(scale).toBeGreaterThan(1.5)
    await page.keyboard.press("ArrowRight")
    await expect.poll(scale).toBeCloseTo(1)
    await page.mouse.dblclick(640, 400)
    await expect.poll(scale).toBeCloseTo(2.5)
    await page.mouse.dblclick(640, 400)
    await expect.poll(scale).toBeCloseTo(1)
  })

  test.describe("on a phone", () => {
    test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

    test("the gallery on a phone is swiped and pinched", async ({ page }) => {
      await open(page, `${path}/gallery`)
      const touch = await page.context().newCDPSession(page)
      const send = (type: "touchStart" | "touchMove" | "touchEnd", ...points: [number, number][]) =>
        touch.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) })
      const swipe = async (from: number, to: number) => {
        await send("touchStart", [from, 300])
        for (let step = 1; step <= 4; step += 1) await send("touchMove", [from + ((to - from) * step) / 4, 302])
        await send("touchEnd")
      }
      await swipe(300, 80)
      await expect(position(page)).toHaveText(/^Picture 2 /)
      await swipe(80, 300)
      await expect(position(page)).toHaveText(/^Picture 1 /)
      await swipe(200, 180)
      await expect(position(page)).toHaveText(/^Picture 1 /)
      await send("touchStart", [160, 300], [200, 300])
      for (let step = 1; step <= 4; step += 1) await send("touchMove", [160 - step * 15, 300], [200 + step * 15, 300])
      await send("touchEnd")
      const transform = await page.locator("[data-slow]").evaluate((one) => getComputedStyle(one).transform)
      expect(await page.evaluate((text) => new DOMMatrix(text).a, transform)).toBeGreaterThan(1.5)
    })
  })
})

test.describe("The private section", () => {
  test("the private section shows a visitor placeholders, their number, and the link to an account", async ({
    page,
  }) => {
    await open(page, `${path}/private`)
    const main = page.getByRole("main")
    await expect(main.getByRole("heading", { level: 2, name: /^\d+ pictures? for Premium members/ })).toBeVisible()
    const placeholders = main.locator("img[src^='data:image/png']")
    expect(await placeholders.count()).toBeGreaterThan(0)
    await main.getByRole("link", { name: "Create an account" }).click()
    await expect(page).toHaveURL(/\/become-member$/)
  })

  test("the private section informs a member without Premium, and links to what they may see", async ({
    page,
    signIn,
  }) => {
    await signIn("member")
    await open(page, `${path}/private`)
    await expect(page.getByText("Your account doesn’t have Premium.")).toBeVisible()
    await page.getByRole("link", { name: "See the public gallery" }).click()
    await expect(page).toHaveURL(/\/gallery$/)
  })

  test("the private section shows a premium member the pictures, in the section and in the gallery", async ({
    page,
    signIn,
  }) => {
    await signIn("premium")
    await open(page, `${path}/private`)
    const pictures = page.getByRole("region", { name: "Private gallery" }).locator("picture img")
    expect(await pictures.count()).toBeGreaterThan(0)
    for (const picture of await pictures.all()) {
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    }
    expect(await axe(page)).toEqual([])
    await page.getByRole("region", { name: "Private gallery" }).getByRole("link").first().click()
    await expect(page).toHaveURL(/\/gallery\?album=private&photo=/)
    const shown = page.locator("[data-whole-window] picture img[fetchpriority=high]")
    await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    await page.keyboard.press("Escape")
    await expect(page).toHaveURL(/\/private$/)
  })
})

test("an address is shared by the system's dialog, or copied with a message", async ({ page, context, baseURL }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  await open(page, `${path}/infos`)
  await page.evaluate(() => Object.defineProperty(navigator, "share", { value: undefined, configurable: true }))
  await page.getByRole("button", { name: "Share" }).click()
  await expect(page.getByRole("status")).toHaveText("Address copied")
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}${path}`)
  await page.evaluate(() => {
    Object.defineProperty(navigator, "share", {
      value: async (what: object) => Object.assign(window, { shared: what }),
      configurable: true,
    })
  })
  await page.getByRole("button", { name: "Share" }).click()
  await expect
    .poll(() => page.evaluate(() => (window as { shared?: object }).shared))
    .toEqual({
      title: "Camille Aubert",
      url: `${baseURL}${path}`,
    })
})

test("a video started after its pass has expired gets a new one", async ({ page, faults, signIn }) => {
  await signIn("premium")
  const target = await privateVideo(page)
  const expired = /\/media\/\w+\/video\.mp4\?/
  let isRenewed = false
  let isAnnounced = false
  page.on("response", (response) => {
    if (response.url().endsWith("/ticket")) isRenewed = response.ok()
    // The page may renew the pass before it requests the video, or before the refusal arrives.
    const isRefused = response.status() === 404 && expired.test(response.url())
    if (isRefused && !isAnnounced) faults.expect(/^404 GET \/media\/\w+\/video\.mp4/)
    isAnnounced ||= isRefused
  })
  await page.route(expired, (route) => (isRenewed ? route.continue() : route.fulfill({ status: 404, body: "" })))
  await open(page, target)
  await page.clock.setSystemTime(Date.now() + 6 * 60_000)
  const video = page.getByRole("main").locator("video").first()
  await video.evaluate((one: HTMLVideoElement) => {
    const note = () => document.querySelector("main [role=alert]") && document.body.setAttribute("data-alerted", "")
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true })
    one.muted = true
    void one.play().catch(() => {})
  })
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0)
  expect(isRenewed).toBe(true)
  await expect(page.locator("body"), "reports no failure meanwhile").not.toHaveAttribute("data-alerted")
})

/** Returns the private section of a profile with a private video. */
async function privateVideo(page: Page): Promise<string> {
  for (const slug of await demoSlugs(page)) {
    const section = await fromApi<{ video_count: number }>(page, `/profiles/${slug}/private`)
    if (section.video_count > 0) return `/escorts/${slug}/private`
  }
  throw new Error("No profile of the demo has a private video")
}
