import type { Page } from "@playwright/test"
import { join } from "../join"
import { linkInMailbox, newAddress, say } from "../mailbox"
import {
  axe,
  expect,
  expectAccessible,
  flowLanguages,
  hydrated,
  type Language,
  open,
  sendCredentials,
  test,
} from "../test"

const text = (language: Language, key: string) => say(language, "casting", key)
const portrait = (name: string) => `scripts/seed/demo/people/${name}.webp`
const presentation =
  "J’ai longtemps tenu la librairie d’un musée, et j’en garde le goût des après-midi sans hâte : une exposition, un thé."
const experience = "Visites guidées depuis douze ans, en français et en anglais."

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()

async function fillInYou(page: Page, language: Language): Promise<void> {
  await page.getByLabel(text(language, "you.first_name")).fill("Éléonore")
  await page.getByLabel(text(language, "you.city"), { exact: true }).selectOption("paris")
  await page.getByLabel(text(language, "you.category"), { exact: true }).selectOption({ index: 2 })
  for (const name of [/^(French|Français)$/, /^(English|Anglais)$/]) await page.getByLabel(name).check()
  await page.getByLabel(text(language, "you.adult")).check()
}

async function fillInTexts(page: Page, language: Language): Promise<void> {
  await page.getByLabel(text(language, "words.presentation"), { exact: true }).fill(presentation)
  await page.getByLabel(text(language, "words.experience"), { exact: true }).fill(experience)
}

async function declare(page: Page, email?: string): Promise<void> {
  if (email) await page.locator("input[name=email]").fill(email)
  for (const name of ["self", "depicted", "rules", "data"]) await page.locator(`input[name=${name}]`).check()
}

const heading = (page: Page, language: Language, key: string) =>
  expect(page.getByRole("heading", { name: text(language, key), level: 1 })).toBeVisible()

const images = (page: Page) => page.getByRole("main").locator("img[src^='/api/applications/']")

for (const language of flowLanguages("fr")) {
  const next = text(language, "steps.next")

  test.describe(`In ${language}`, () => {
    test.use({ language })

    test("a visitor starts an application, resumes it, sends it, follows it by the mail's link and withdraws it", async ({
      page,
      faults,
    }) => {
      test.setTimeout(150_000)
      faults.expect("422 POST /casting/you.data")
      faults.expect(/^422 POST \/api\/applications\/\w+\/pictures$/)
      await open(page, "/casting")
      await expectAccessible(page)
      await page.getByRole("link", { name: text(language, "way.begin") }).click()
      await heading(page, language, "steps.you.title")
      await page.getByLabel(text(language, "you.first_name")).fill("Éléonore")
      await page.getByLabel(text(language, "you.first_name")).press("Enter")
      await expect(page.getByLabel(text(language, "you.city"), { exact: true })).toHaveAttribute("aria-invalid", "true")
      await expect(page.getByLabel(text(language, "you.city"), { exact: true })).toBeFocused()
      await expectAccessible(page)
      await fillInYou(page, language)
      await press(page, next)

      await heading(page, language, "steps.words.title")
      await page.getByLabel(text(language, "words.presentation"), { exact: true }).fill("Bonjour.")
      await press(page, text(language, "steps.back"))
      await heading(page, language, "steps.you.title")
      await expect(page.getByLabel(text(language, "you.first_name"))).toHaveValue("Éléonore")
      await expect(page.getByLabel(/^(French|Français)$/)).toBeChecked()
      await press(page, text(language, "steps.later"))
      await expect(page.getByRole("main").getByRole("status")).toContainText(/ 20\d\d/)
      await page.goto("/casting/words")
      await expect(page.getByLabel(text(language, "words.presentation"), { exact: true })).toHaveValue("Bonjour.")
      await hydrated(page)
      await fillInTexts(page, language)
      await expectAccessible(page)
      await press(page, next)

      await heading(page, language, "steps.pictures.title")
      await page
        .getByLabel(text(language, "pictures.choose"))
        .setInputFiles([portrait("p033-1"), portrait("p034-1"), "README.md"])
      await expect(images(page)).toHaveCount(2)
      await expect(page.getByRole("alert")).toContainText("WebP")
      await expectAccessible(page)
      await page.getByRole("button", { name: /README/ }).click()
      await expect(page.getByRole("alert")).toHaveCount(0)
      await page.getByRole("button", { name: text(language, "pictures.remove").replace("{{number}}", "2") }).click()
      await expect(images(page)).toHaveCount(1)
      await press(page, next)

      await heading(page, language, "steps.send.title")
      await expect(page.getByText(presentation)).toBeVisible()
      const email = newAddress("casting")
      await declare(page, email)
      await expectAccessible(page)
      await press(page, text(language, "steps.send.submit"))
      await heading(page, language, "states.submitted.title")
      await expect(page.getByText(/^A-[0-9A-Z]{8}$/)).toBeVisible()
      await expect(images(page)).toHaveCount(1)
      await expectAccessible(page)

      await page.goto(await linkInMailbox(page, "/casting/follow/", email))
      await heading(page, language, "states.submitted.title")
      await expect(images(page)).toHaveCount(0)
      await expectAccessible(page)
      await press(page, text(language, "status.withdraw"))
      await heading(page, language, "states.withdrawn.title")
      await expectAccessible(page)
    })

    test.describe("without JavaScript", () => {
      test.use({ javaScriptEnabled: false })

      test("a visitor without script applies with several pictures at once", async ({ page, faults }) => {
        faults.expect("422 POST /casting/you")
        faults.expect("422 POST /casting/pictures")
        faults.expect("422 POST /casting/send")
        await page.goto("/casting/you")
        await page.getByLabel(text(language, "you.first_name")).fill("Éléonore")
        await press(page, next)
        await expect(page.getByLabel(text(language, "you.first_name"))).toHaveValue("Éléonore")
        await fillInYou(page, language)
        await press(page, next)
        await fillInTexts(page, language)
        await press(page, next)
        await page
          .getByLabel(text(language, "pictures.choose"))
          .setInputFiles([portrait("p033-1"), "README.md", portrait("p034-1")])
        await press(page, text(language, "pictures.submit"))
        await expect(images(page)).toHaveCount(2)
        await expect(page.getByLabel(text(language, "pictures.choose"))).toHaveAttribute("aria-invalid", "true")
        await expect(page.getByRole("button", { name: /^(Crop|Recadrer)/ })).toHaveCount(0)
        await page.getByRole("button", { name: text(language, "pictures.remove").replace("{{number}}", "1") }).click()
        await expect(images(page)).toHaveCount(1)
        await press(page, next)
        await press(page, text(language, "steps.send.submit"))
        await expect(page.getByText(say(language, "errors", "fields.must_accept")).first()).toBeVisible()
        await declare(page, `plain-${language}@example.org`)
        await press(page, text(language, "steps.send.submit"))
        await heading(page, language, "states.submitted.title")
        await press(page, text(language, "status.withdraw"))
        await heading(page, language, "states.withdrawn.title")
      })

      test("a draft of an application can be deleted", async ({ page, faults }) => {
        faults.expect("422 POST /casting/you")
        await page.goto("/casting/you")
        await page.getByLabel(text(language, "you.first_name")).fill("Éléonore")
        await press(page, next)
        await page.goto("/casting")
        await page.locator("summary", { hasText: text(language, "discard.title") }).click()
        await press(page, text(language, "discard.submit"))
        await expect(page.getByRole("link", { name: text(language, "way.begin") })).toBeVisible()
        await page.goto("/casting/you")
        await expect(page.getByLabel(text(language, "you.first_name"))).toHaveValue("")
      })
    })
  })
}

test("a member's draft is on their other device, and typed text is saved without a press", async ({
  page,
  browser,
}) => {
  test.setTimeout(90_000)
  const account = await join(page)
  await open(page, "/casting/you")
  await fillInYou(page, "en")
  await press(page, "Save and continue")
  await heading(page, "en", "steps.words.title")
  await fillInTexts(page, "en")
  await expect(page.getByText("What you typed has been saved.")).toBeVisible()

  const elsewhere = await browser.newContext({
    storageState: await page.context().storageState(),
    baseURL: new URL(page.url()).origin,
  })
  await elsewhere.clearCookies({ name: /session|application/ })
  const phone = await elsewhere.newPage()
  await phone.goto("/auth/login")
  await sendCredentials(phone.getByRole("main"), account)
  await expect(phone).toHaveURL(/\/profile$/)
  await phone.goto("/casting/words")
  await expect(phone.getByLabel("Introduction", { exact: true })).toHaveValue(presentation)
  await elsewhere.close()
})

test("two tabs send the same draft: one succeeds and the other shows the sent application", async ({ page }) => {
  test.setTimeout(90_000)
  await open(page, "/casting/you")
  await fillInYou(page, "en")
  await press(page, "Save and continue")
  await heading(page, "en", "steps.words.title")
  await fillInTexts(page, "en")
  await press(page, "Save and continue")
  await heading(page, "en", "steps.pictures.title")
  await hydrated(page)
  await page.getByLabel("Add pictures").setInputFiles(portrait("p033-1"))
  await expect(images(page)).toHaveCount(1)
  await open(page, "/casting/send")
  // Saved by itself: until then, the other tab's save would be of an older draft.
  const stored = page.waitForResponse((response) => response.request().method() === "PATCH")
  await declare(page, "two-tabs@example.org")
  await stored
  const other = await page.context().newPage()
  await open(other, "/casting/send")
  await declare(other, "two-tabs@example.org")
  await press(page, "Send my application")
  await heading(page, "en", "states.submitted.title")
  const reference = await page.getByText(/^A-[0-9A-Z]{8}$/).innerText()
  await press(other, "Send my application")
  await heading(other, "en", "states.submitted.title")
  await expect(other.getByText(reference)).toBeVisible()
})

test("a failed upload can be retried, and too many pictures are refused at once", async ({ page, faults }) => {
  test.setTimeout(90_000)
  faults.expect(/^net::ERR_FAILED POST \/api\/applications\/\w+\/pictures$/)
  await open(page, "/casting/you")
  await fillInYou(page, "en")
  await page.getByRole("navigation", { name: "The steps" }).getByRole("button", { name: "Your pictures" }).click()
  await heading(page, "en", "steps.pictures.title")
  await page.route("**/api/applications/**", (route) => route.abort())
  await page.getByLabel("Add pictures").setInputFiles(portrait("p033-1"))
  await expect(page.getByRole("alert")).toHaveText("The upload failed.")
  expect(await axe(page)).toEqual([])
  await page.unroute("**/api/applications/**")
  await page.getByRole("button", { name: "Try again" }).press("Enter")
  await expect(images(page)).toHaveCount(1)
  const seven = ["p033-2", "p033-3", "p034-1", "p034-2", "p034-3", "p035-1", "p035-2"].map(portrait)
  await page.getByLabel("Add pictures").setInputFiles(seven)
  await expect(images(page)).toHaveCount(6)
  await expect(page.getByRole("alert").first()).toHaveText("Six pictures at most. Remove one first.")
  await expect(page.getByText("6 pictures, 6 at most.")).toBeVisible()
  await expect(page.getByLabel("Add pictures")).toHaveCount(0)
})

test("a picture that has arrived is cropped in its place, also if the first response is lost", async ({
  page,
  faults,
}) => {
  faults.expect(/^404 POST \/api\/applications\/\w+\/pictures/)
  await open(page, "/casting/you")
  await fillInYou(page, "en")
  await page.getByRole("navigation", { name: "The steps" }).getByRole("button", { name: "Your pictures" }).click()
  await heading(page, "en", "steps.pictures.title")
  await hydrated(page)
  await page.getByLabel("Add pictures").setInputFiles(["p033-1", "p033-2"].map(portrait))
  await expect(images(page)).toHaveCount(2)
  const first = images(page).first()
  const before = await first.getAttribute("src")
  await page.getByRole("button", { name: "Crop picture 1" }).press("Enter")
  const dialog = page.getByRole("dialog", { name: "Crop the picture" })
  await dialog.getByRole("radio", { name: "Square" }).check()
  expect(await axe(page)).toEqual([])
  await page.evaluate(() => {
    const send = window.fetch
    window.fetch = async (...request) => {
      const response = await send(...request)
      if (!String(request[0]).includes("replaces=")) return response
      window.fetch = send
      throw new TypeError("The response is lost")
    }
  })
  await dialog.getByRole("button", { name: "Save crop" }).press("Enter")
  await expect(page.getByRole("alert")).toHaveText("The upload failed.")
  await expect(page.getByRole("button", { name: /^Crop picture/ })).toHaveCount(1)
  await page.getByRole("button", { name: "Try again" }).press("Enter")
  await expect(first).not.toHaveAttribute("src", before ?? "")
  await expect(images(page)).toHaveCount(2)
  await expect(page.getByRole("alert")).toHaveCount(0)
  expect(await first.getAttribute("width")).toBe(await first.getAttribute("height"))
})
