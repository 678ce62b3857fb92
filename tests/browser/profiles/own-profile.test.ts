import type { BrowserContext, FileChooser, Locator, Page } from "@playwright/test"
import { paymentsPort } from "../addresses"
import { ask } from "../chat-people"
import { press, write } from "../keyboard"
import { followMail, newAddress, say } from "../mailbox"
import { bareAddress, expect, expectAccessible, hydrated, newNetwork, open, postForm, test } from "../test"
import { smallPortrait } from "./own-media"

const language = "fr"
test.use({ language })

const t = (key: string, namespace = "workshop") => say(language, namespace, key)
const portraits = ["p021-1", "p021-2", "p021-3", "p022-1", "p022-2", "p022-3"]
const film = new URL("../../../scripts/seed/demo/videos/bridge.mp4", import.meta.url).pathname
const texts = {
  en: "I guide small groups through the museums of the city, and I like the rooms that nobody visits best of all.",
  fr: "J’accompagne de petits groupes dans les musées de la ville, et je préfère les salles où personne ne va jamais.",
}

async function fileOf(name: string) {
  return { name: `${name}.webp`, mimeType: "image/webp", buffer: await smallPortrait(name) }
}

type ChosenFiles = Parameters<FileChooser["setFiles"]>[0]

async function choose(page: Page, target: Locator, files: ChosenFiles): Promise<void> {
  const chooser = page.waitForEvent("filechooser")
  await press(page, target)
  await (await chooser).setFiles(files)
}

/** A page of the studio; its name ends with the state of its part. */
const tab = (page: Page, key: string) =>
  page.getByRole("navigation", { name: t("nav") }).getByRole("link", { name: new RegExp(`^${t(`tabs.${key}`)}`) })

/** Sends a visitor's application with a picture, by the requests of its form alone. */
async function apply(page: Page, email: string): Promise<string> {
  await page.goto(bareAddress)
  const picture = (await smallPortrait(portraits[0] as string)).toString("base64")
  const { application, secret } = await ask<{ application: { id: string }; secret: string }>(page, {
    method: "POST",
    path: "/applications",
    body: {
      first_name: "Salomé",
      // Where no other test looks: the profile is taken off again while others read pages of Paris.
      city: "annecy",
      category: "city-guides",
      languages: ["fr", "en"],
      written_in: "fr",
      presentation: texts.fr,
      experience: "Douze ans de visites guidées, en français et en anglais.",
      email,
      adult: true,
      self: true,
      depicted: true,
      rules: true,
      data: true,
    },
  })
  await page.evaluate(
    async ([id, base64, secret]) => {
      const body = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
      const headers = { "Content-Type": "image/webp", "Application-Secret": secret }
      const { status } = await fetch(`/api/applications/${id}/pictures`, { method: "POST", headers, body })
      if (status !== 201) throw new Error(`The picture: ${status}`)
    },
    [application.id, picture, secret] as const,
  )
  const headers = { "Application-Secret": secret }
  const path = `/applications/${application.id}`
  const { version } = await ask<{ version: number }>(page, { method: "GET", path, headers })
  await ask(page, { method: "POST", path: `${path}/submit`, body: { version }, headers })
  return application.id
}

interface QueuedMediaItem {
  id: string
  version: number
  profile: { id: string }
}
interface QueuePage {
  data: QueuedMediaItem[]
  next_cursor: string | null
}

/** The acts of a member of staff, over the API. */
function staffOf(page: Page) {
  const acceptApplication = async (id: string) => {
    for (const move of ["take", "accept"]) {
      const { version } = await ask<{ version: number }>(page, { method: "GET", path: `/admin/applications/${id}` })
      await ask(page, { method: "POST", path: `/admin/applications/${id}/state`, body: { move, version } })
    }
  }
  /** Approves a profile's photos and videos, once that many have all their variants. */
  const approveMedia = async (profileId: string, count: number) => {
    const waiting = async () => {
      const found: QueuedMediaItem[] = []
      for (let cursor: string | null = ""; cursor !== null; ) {
        const query: string = cursor && `?cursor=${encodeURIComponent(cursor)}`
        const part: QueuePage = await ask(page, { method: "GET", path: `/admin/media${query}` })
        found.push(...part.data.filter(({ profile }) => profile.id === profileId))
        cursor = part.next_cursor
      }
      return found
    }
    await expect.poll(async () => (await waiting()).length, { timeout: 60_000 }).toBe(count)
    for (const { id, version } of await waiting())
      await ask(page, { method: "POST", path: `/admin/media/${id}/approve`, body: { version } })
  }
  const approveEdits = async (id: string) => {
    await ask(page, { method: "PUT", path: `/admin/profiles/${id}/claim` })
    const { edits } = await ask<{ edits: { field: string; version: string }[] }>(page, {
      method: "GET",
      path: `/admin/profiles/${id}/review`,
    })
    const decisions = edits.map(({ field, version }) => ({ field, version, decision: "approve" }))
    await ask(page, { method: "POST", path: `/admin/profiles/${id}/decisions`, body: { decisions } })
  }
  const approveProfile = async (id: string) => {
    const { version } = await ask<{ version: number }>(page, { method: "GET", path: `/admin/profiles/${id}/review` })
    await ask(page, { method: "POST", path: `/admin/profiles/${id}/state`, body: { move: "approve", version } })
  }
  return { acceptApplication, approveMedia, approveEdits, approveProfile }
}

test("from an accepted application to a published profile with six photos and a video, by keyboard alone", async ({
  page,
  context,
  browser,
  baseURL,
  passes,
  faults,
}) => {
  test.setTimeout(300_000)
  faults.expect(new RegExp(`^elsewhere: http://127.0.0.1:${paymentsPort}/identity/`))
  const openAs = async (): Promise<{ context: BrowserContext; page: Page }> => {
    const extraHTTPHeaders = { "CF-Connecting-IP": newNetwork() }
    const other = await browser.newContext({ baseURL, storageState: passes, extraHTTPHeaders })
    faults.watch(other)
    const page = await other.newPage()
    await page.goto(bareAddress)
    return { context: other, page }
  }
  const [desk, visitor] = [await openAs(), await openAs()]
  await postForm(desk.page, "/auth/login", { email: "admin@salon.test", password: "quiet-lantern-admin" })
  const staff = staffOf(desk.page)

  const email = newAddress("host")
  await staff.acceptApplication(await apply(page, email))

  await test.step("their account, by the link of the accepted application", async () => {
    await open(page, await followMail(page, email, 2))
    await expect(page).toHaveURL(/\/join$/)
    await expectAccessible(page)
    await expect(page.getByLabel(t("email", "join"), { exact: true })).toHaveValue(email)
    await write(
      page,
      page.getByLabel(t("password.label", "account-access"), { exact: true }),
      "the dog sleeps on the sofa",
    )
    await press(page, page.getByLabel(t("adult", "join")), "Space")
    await press(page, page.getByLabel(/^J’accepte les conditions/), "Space")
    await press(page, page.getByRole("button", { name: t("submit", "join"), exact: true }))
    await page.waitForURL("**/profile/escort")
  })

  await test.step("their words", async () => {
    await open(page, "/profile/escort")
    await press(page, tab(page, "words"))
    await page.waitForURL("**/words")
    await hydrated(page)
    await expect(page.getByLabel(/^Présentation · français/)).toHaveValue(new RegExp(texts.fr))
    await write(page, page.getByLabel(/^Accroche · anglais/), "Museums, and the rooms nobody visits")
    await write(page, page.getByLabel(/^Accroche · français/), "Les musées et leurs salles oubliées")
    await write(page, page.getByLabel(/^Présentation · anglais/), texts.en)
    await press(page, page.getByRole("button", { name: t("save"), exact: true }))
    await expect(page.getByText(t("saved")).first()).toBeVisible()
  })

  await test.step("their services", async () => {
    await press(page, tab(page, "services"))
    await page.waitForURL("**/services")
    await write(page, page.getByLabel(t("fields.hourly_rate")), "95")
    const choice = page.getByLabel(t("services.add"), { exact: true })
    const service = await choice.locator("optgroup option").first().innerText()
    await choice.selectOption({ label: service })
    await press(page, page.getByRole("button", { name: t("services.add_this"), exact: true }))
    await expect(page.getByLabel(t("services.length_of").replace("{{name}}", service))).toBeFocused()
    await write(page, page.getByLabel(t("services.price_of").replace("{{name}}", service)), "180")
    await press(page, page.getByRole("button", { name: t("save"), exact: true }))
    await expect(page.getByText(t("saved")).first()).toBeVisible()
  })

  await test.step("their photos", async () => {
    await press(page, tab(page, "photos"))
    await page.waitForURL("**/photos")
    await hydrated(page)
    await choose(page, page.getByLabel(t("add.choose", "photos")), await Promise.all(portraits.map(fileOf)))
    await press(page, page.getByRole("button", { name: /^Envoyer 6 photos$/ }))
    const ready = page.getByRole("listitem").filter({ hasText: t("states.ready", "photos") })
    // And the picture of the application.
    await expect(ready).toHaveCount(7, { timeout: 90_000 })
  })

  await test.step("their video", async () => {
    await press(page, tab(page, "videos"))
    await page.waitForURL("**/profile/videos")
    await hydrated(page)
    await choose(page, page.getByLabel(t("upload.choose", "videos")), film)
    await expect(page.getByText(t("states.ready", "videos"))).toBeVisible({ timeout: 120_000 })
    await press(page, page.getByRole("link", { name: t("edit.open", "videos") }))
    await page.waitForURL(/\/profile\/videos\/\w+$/)
    await write(page, page.getByRole("textbox", { name: t("words.name", "videos") }).first(), "Un pont, le soir")
    await press(page, page.getByRole("button", { name: t("words.save", "videos"), exact: true }))
    await expect(page.getByText(t("words.saved", "videos")).first()).toBeVisible()
  })

  await test.step("who is in them", async () => {
    await open(page, "/profile/escort/people")
    await expect(page.getByRole("checkbox", { name: t("declare.exception", "identity") })).toHaveCount(8)
    await press(page, page.getByRole("button", { name: t("declare.all_save", "identity") }))
    await expect(page.getByText(t("declare.saved", "identity")).first()).toBeVisible()
    await expect(page.getByRole("heading", { name: /^Personne d’autre que vous : 8$/ })).toBeVisible()
  })

  await test.step("their identity and the agreement", async () => {
    await press(page, tab(page, "identity"))
    await page.waitForURL("**/identity")
    await press(page, page.getByRole("button", { name: t("check.start", "identity") }))
    await page.waitForURL(`http://127.0.0.1:${paymentsPort}/identity/**`)
    await press(page, page.getByRole("radio").first(), "Space")
    await press(page, page.locator("button.wide"))
    await page.waitForURL("**/profile/escort/identity")
    await expect(page.getByText(/^Identité et âge confirmés en /)).toBeVisible()
    await write(page, page.getByLabel(t("agreement.name", "identity")), "Salomé Rivière")
    await press(page, page.getByLabel(t("agreement.accepts", "identity")), "Space")
    await press(page, page.getByRole("button", { name: t("agreement.sign", "identity") }))
    await expect(page.getByText(t("agreement.done", "identity")).first()).toBeVisible()
  })

  const { id, slug } = await ask<{ id: string; slug: string }>(page, { method: "GET", path: "/me/profile" })
  const seen = async (section = "") => (await visitor.page.goto(`/escorts/${slug}${section}`))?.status()

  await test.step("the review, and the publication", async () => {
    await press(page, tab(page, "overview"))
    await page.waitForURL("**/profile/escort")
    await press(page, page.getByRole("button", { name: t("acts.submit"), exact: true }))
    await expect(page.getByText(t("acts.submitted")).first()).toBeVisible()
    // Not listening: one notice of the photos replaces the other faster than a page can fetch it.
    await page.goto(bareAddress)
    await staff.approveEdits(id)
    await staff.approveMedia(id, 8)
    await staff.approveProfile(id)
    faults.expect(`404 GET /escorts/${slug}`)
    expect(await seen()).toBe(404)
    await open(page, "/profile/escort")
    await press(page, page.getByRole("button", { name: t("acts.publish"), exact: true }))
    await expect(page.getByText(t("acts.published")).first()).toBeVisible()
    expect(await seen("/gallery")).toBe(200)
    await expect(visitor.page.getByRole("img", { name: /photo \d/i })).not.toHaveCount(0)
    const found = await ask<{ photo_count: number; video_count: number }>(visitor.page, {
      method: "GET",
      path: `/profiles/${slug}`,
    })
    expect([found.photo_count, found.video_count]).toEqual([6, 1])
  })

  await test.step("an edit that nobody sees until it is approved", async () => {
    const headline = "Les musées, le jeudi soir"
    await open(page, "/profile/escort/words")
    await write(page, page.getByLabel(/^Accroche · français/), headline)
    await press(page, page.getByRole("button", { name: t("save"), exact: true }))
    await expect(page.getByText(t("saved")).first()).toBeVisible()
    await press(page, tab(page, "overview"))
    await press(page, page.getByRole("button", { name: t("acts.submit_edits"), exact: true }))
    await expect(page.getByText(t("acts.submitted")).first()).toBeVisible()
    await seen()
    await expect(visitor.page.getByText("Les musées et leurs salles oubliées")).toBeVisible()
    await expect(visitor.page.getByText(headline)).toHaveCount(0)
    await staff.approveEdits(id)
    const isShown = async () => {
      await seen()
      return visitor.page.getByText(headline).isVisible()
    }
    await expect.poll(isShown, { timeout: 15_000 }).toBe(true)
  })

  await test.step("and off the site again in one step", async () => {
    await open(page, "/profile/escort")
    await press(page, page.getByRole("button", { name: t("acts.pause"), exact: true }))
    await expect(page.getByText(t("acts.paused")).first()).toBeVisible()
    await expect.poll(() => seen(), { timeout: 15_000 }).toBe(404)
  })
  await desk.context.close()
  await visitor.context.close()
  await context.clearCookies()
})
