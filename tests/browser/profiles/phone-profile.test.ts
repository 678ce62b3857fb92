import type { Page } from "@playwright/test"
import { wholeProfile } from "../addresses"
import { expect, flowLanguages, type Language, open, test } from "../test"

const path = `/escorts/${wholeProfile}`
const phone = { width: 360, height: 740 }

const texts: Record<
  Language,
  { write: string; save: RegExp; only: RegExp; infos: string; rate: RegExp; city: string }
> = {
  en: {
    write: "Write to Camille",
    save: /^Save Camille Aubert to/,
    only: /Premium members/,
    infos: "Details",
    rate: /€110\s\/\sh/,
    city: "Profiles in Paris",
  },
  fr: {
    write: "Écrire à Camille",
    save: /^Ajouter Camille Aubert à vos/,
    only: /membres Premium/,
    infos: "Infos",
    rate: /110\u00a0€\s\/\sh/,
    city: "Profils à Paris",
  },
}

const main = (page: Page) => page.getByRole("main")
const tabs = (page: Page) => main(page).getByRole("navigation", { name: /Camille Aubert$/ })
const write = (page: Page, language: Language) =>
  main(page).getByRole("link", { name: texts[language].write, exact: true })

/** Returns the top and the bottom of an element, in the window. */
async function edges(one: ReturnType<Page["locator"]>): Promise<{ top: number; foot: number }> {
  const box = await one.boundingBox()
  if (!box) throw new Error("It is not shown")
  return { top: box.y, foot: box.y + box.height }
}

for (const language of flowLanguages("en")) {
  test.describe(`In ${language}`, () => {
    test.use({ language })

    test("a profile that was opened by its address leads to the profiles of its city on a phone", async ({ page }) => {
      await page.setViewportSize(phone)
      await open(page, `${path}/services`)
      await main(page).getByRole("link", { name: texts[language].city, exact: true }).click()
      await expect(page).toHaveURL(/\/escorts\?city=paris$/)
      await page.setViewportSize({ width: 1280, height: 900 })
      await open(page, path)
      await expect(main(page).getByRole("link", { name: texts[language].city, exact: true })).toBeHidden()
    })

    test("each section of a profile has the price, the heart and the write link on a phone's first screen", async ({
      page,
    }) => {
      for (const viewport of [phone, { width: 768, height: 1024 }]) {
        await page.setViewportSize(viewport)
        for (const section of ["", "/infos", "/private", "/services"]) {
          await open(page, path + section)
          await expect(write(page, language), `${section} at ${viewport.width}`).toBeInViewport({ ratio: 1 })
          const bar = main(page).getByRole("group", { name: texts[language].write })
          await expect(bar.getByRole("link", { name: texts[language].save })).toBeInViewport({ ratio: 1 })
          await expect(bar.getByText(texts[language].rate)).toBeInViewport({ ratio: 1 })
        }
      }
    })

    test("a section's own address shows its heading on a phone's first screen", async ({ page }) => {
      await page.setViewportSize(phone)
      for (const section of ["infos", "private", "services"]) {
        await open(page, `${path}/${section}`)
        const heading = main(page).getByRole("heading", { level: 2 }).first()
        const { foot } = await edges(heading)
        expect(foot, `the heading of ${section}`).toBeLessThan(phone.height / 2)
      }
    })

    test("a press on a tab shows its section under the tabs, from any scroll position", async ({ page }) => {
      await page.setViewportSize(phone)
      await open(page, path)
      const infos = tabs(page).getByRole("link", { name: texts[language].infos })
      await infos.evaluate((tab) => tab.scrollIntoView({ block: "center" }))
      await infos.click()
      await expect(page).toHaveURL(`${path}/infos`)
      const heading = main(page).getByRole("heading", { level: 2, name: texts[language].infos })
      await expect(heading).toBeInViewport({ ratio: 1 })
      await expect(infos).toBeInViewport({ ratio: 1 })
      const { top } = await edges(tabs(page))
      expect(top, "the tabs stand clear of the header").toBeGreaterThanOrEqual(64)
      expect((await edges(heading)).foot).toBeLessThan(phone.height / 2)
    })

    test("a desktop's first screen has the price and the write link, with the need for Premium beside them", async ({
      page,
    }) => {
      await page.setViewportSize({ width: 1280, height: 720 })
      await open(page, path)
      await expect(write(page, language)).toBeInViewport({ ratio: 1 })
      const header = main(page).locator("header")
      await expect(header.getByText(texts[language].rate)).toBeInViewport({ ratio: 1 })
      await expect(header.getByText(texts[language].only)).toBeInViewport({ ratio: 1 })
    })
  })
}

test("keyboard focus is never behind the bar, and the end of a profile is above it", async ({ page }) => {
  await page.setViewportSize(phone)
  await open(page, path)
  const bar = main(page).getByRole("group", { name: "Write to Camille" })
  const links = main(page).getByRole("link")
  await tabs(page).getByRole("link").last().focus()
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press("Tab")
    const hidden = await page.evaluate(() => {
      const { activeElement } = document
      const bar = document.querySelector("[data-bottom-bar]")
      if (!activeElement || !bar || bar.contains(activeElement)) return null
      const [one, other] = [activeElement.getBoundingClientRect(), bar.getBoundingClientRect()]
      return one.bottom > other.top && one.top < other.bottom ? (activeElement.textContent ?? "") : null
    })
    expect(hidden, "what has the focus behind the bar").toBeNull()
  }
  expect(await links.count()).toBeGreaterThan(12)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const footer = await edges(page.getByRole("contentinfo"))
  const atEnd = await edges(bar)
  expect(atEnd.foot, "the bar does not lie on the footer").toBeLessThanOrEqual(footer.top + 1)
  const report = await edges(main(page).getByRole("link", { name: "Report this profile" }))
  expect(report.foot, "the last of the profile").toBeLessThan(atEnd.top)
})

test("the bar is not shown to the owner of the profile", async ({ page, signIn }) => {
  await page.setViewportSize(phone)
  await signIn("owner")
  await open(page, path)
  await expect(page.locator("[data-bottom-bar]")).toHaveCount(0)
  await expect(main(page).getByRole("link", { name: "Write to Camille" })).toHaveCount(0)
})

test("the need for Premium is shown to a standard member before the press, and not to a premium one", async ({
  page,
  signIn,
}) => {
  await signIn("member")
  for (const viewport of [phone, { width: 1280, height: 720 }]) {
    await page.setViewportSize(viewport)
    await open(page, path)
    await expect(page.getByText(texts.en.only).filter({ visible: true }).first()).toBeInViewport()
  }
  await signIn("premium")
  await open(page, path)
  await expect(page.getByText(texts.en.only)).toHaveCount(0)
})

test("a first message that needs Premium says what that is, and offers to save the profile instead", async ({
  page,
  signIn,
}) => {
  await signIn("member")
  await open(page, `/profile/chat/new?profile=rosalind-marlow`)
  await expect(main(page).getByText("Premium lets you write first")).toBeVisible()
  await expect(main(page).getByText("Your first message is a request")).toHaveCount(0)
  for (const [pressed, then] of [
    ["Save", "Saved"],
    ["Saved", "Save"],
  ] as const) {
    const stored = page.waitForResponse(/\/profile\/favorites\.data/)
    await main(page).getByRole("button", { name: pressed, exact: true }).click()
    await stored
    await page.reload({ waitUntil: "networkidle" })
    await expect(main(page).getByRole("button", { name: then, exact: true })).toBeVisible()
  }
})

test("a first message that was left unsent is there again, until it is deleted", async ({ page, signIn }) => {
  const path = "/profile/chat/new?profile=rosalind-marlow"
  await signIn("premium")
  await open(page, path)
  const field = main(page).getByRole("textbox")
  await field.fill("Would you join me for the opera on Saturday?")
  await page.goto("/faq")
  await open(page, path)
  await expect(field).toHaveValue("Would you join me for the opera on Saturday?")
  const stored = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes(" to rosalind-marlow")))
  expect(await stored()).toHaveLength(1)
  await field.fill("")
  expect(await stored()).toEqual([])
})

test("the sign-up and a standard member's overview say what Premium adds", async ({ page, signIn }) => {
  await open(page, "/become-member")
  await expect(
    main(page)
      .getByText(/Premium/)
      .first(),
  ).toBeVisible()
  await signIn("member")
  await open(page, "/profile")
  await expect(main(page).getByText(/write first/)).toBeVisible()
})
