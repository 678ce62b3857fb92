import { readFileSync, writeFileSync } from "node:fs"
import type { Page } from "@playwright/test"
import { expect, expectAccessibleAtEverySize, flowLanguages, hydrated, open, test } from "../test"
import { deleteUploads } from "./own-media"

const film = readFileSync(new URL("../../../scripts/seed/demo/videos/bridge.mp4", import.meta.url))

/** A film of three parts: the same one with a box of free space behind it. */
function longFilm(): Buffer {
  const space = Buffer.alloc(17 * 1024 * 1024)
  space.writeUInt32BE(space.length)
  space.write("free", 4)
  return Buffer.concat([film, space])
}

/**
 * Until the page is loaded again, the second part of an upload does not go through. Inside the page: a route of Playwright
 * would hand each part to the test, which takes five seconds for one.
 */
async function loseSecondPart(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { fetch } = window
    window.fetch = (target, init) =>
      String(target).endsWith("/parts/2") ? Promise.reject(new TypeError("Failed to fetch")) : fetch(target, init)
  })
}

const texts = {
  en: {
    choose: "Choose a video",
    waiting: "Waiting for the connection",
    pause: "Pause",
    paused: "Paused",
    left: "Not finished: choose the same file to continue",
    again: "Choose the file again",
    other: "This is another file. Choose the one that you began with.",
    team: "In review",
    open: "Open",
    title: "Title",
    save: "Save",
    saved: "Saved.",
    frame: "Use this moment as its picture",
    frameSaved: "The picture is saved.",
    captions: "WebVTT file (.vtt)",
    add: "Add the captions",
    remove: "Remove",
    empty: "No videos yet",
    type: "This file type isn’t accepted. Choose an MP4, MOV or WebM video.",
  },
  fr: {
    choose: "Choisir une vidéo",
    waiting: "En attente de la connexion",
    pause: "Interrompre",
    paused: "Interrompu",
    left: "Inachevé\u00a0: choisissez le même fichier pour reprendre",
    again: "Choisir de nouveau le fichier",
    other: "C’est un autre fichier. Choisissez celui par lequel vous avez commencé.",
    team: "En vérification",
    open: "Ouvrir",
    title: "Titre",
    save: "Enregistrer",
    saved: "Enregistré.",
    frame: "Prendre ce moment comme image",
    frameSaved: "L’image est enregistrée.",
    captions: "Fichier WebVTT (.vtt)",
    add: "Ajouter les sous-titres",
    remove: "Supprimer",
    empty: "Pas encore de vidéo",
    type: "Ce type de fichier n’est pas accepté. Choisissez une vidéo MP4, MOV ou WebM.",
  },
}

for (const language of flowLanguages("en")) {
  test.describe(`In ${language}`, () => {
    const w = texts[language]
    test.use({ language })

    test("an upload is paused, continued after a reload, named, given a picture and captions, and removed", async ({
      page,
      signIn,
    }, info) => {
      test.setTimeout(120_000)
      const [file, other] = [info.outputPath("film.mp4"), info.outputPath("other.mp4")]
      writeFileSync(file, longFilm())
      writeFileSync(other, film)
      await signIn("owner")
      await page.goto("/profile/videos")
      await deleteUploads(page)
      await open(page, "/profile/videos")
      const choice = page.getByLabel(w.choose)
      await choice.setInputFiles({ name: "notes.mp4", mimeType: "video/mp4", buffer: Buffer.from("no film") })
      await expect(page.getByText(w.type)).toBeVisible()

      await loseSecondPart(page)
      await choice.setInputFiles(file)
      const item = page.getByRole("listitem").filter({ has: page.getByRole("progressbar") })
      // The first part is hashed, sent and stored before: eight megabytes.
      await expect(item.getByText(w.waiting)).toBeVisible({ timeout: 30_000 })
      await item.getByRole("button", { name: w.pause }).click()
      await expect(item.getByText(w.paused)).toBeVisible()

      await page.reload()
      await hydrated(page)
      await expect(item.getByText(w.left)).toBeVisible()
      await expectAccessibleAtEverySize(page)
      await item.getByLabel(w.again).setInputFiles(other)
      await expect(page.getByText(w.other)).toBeVisible()
      const sent: string[] = []
      page.on("request", (request) => /\/parts\/\d$/.test(request.url()) && sent.push(request.url().slice(-1)))
      await item.getByLabel(w.again).setInputFiles(file)
      const done = page.getByRole("listitem").filter({ hasText: w.team })
      await expect(done).toBeVisible({ timeout: 60_000 })
      expect(sent).toEqual(["2", "3"])

      await done.getByRole("link", { name: w.open }).click()
      await page.waitForURL(/\/profile\/videos\/\w+$/)
      const video = page.locator("video")
      await video.evaluate(async (element: HTMLVideoElement) => {
        element.muted = true
        await element.play()
        element.pause()
      })
      // Typed text outlives the change of another part.
      await page.getByLabel(w.title).first().fill("A bridge at dusk")
      await page.getByRole("button", { name: w.frame }).click()
      await expect(page.getByText(w.frameSaved)).toBeVisible()
      await page.getByRole("button", { name: w.save, exact: true }).click()
      await expect(page.getByRole("heading", { name: "A bridge at dusk", level: 1 })).toBeVisible()
      await page.getByLabel(w.captions).setInputFiles({
        name: "en.vtt",
        mimeType: "text/vtt",
        buffer: Buffer.from("WEBVTT\n\n00:00.000 --> 00:04.000\nDusk.\n"),
      })
      await page.getByRole("button", { name: w.add }).click()
      await expect(page.locator("track")).toHaveCount(1)
      await expectAccessibleAtEverySize(page)
      await page.getByRole("button", { name: w.remove, exact: true }).last().click()
      await page.waitForURL(/\/profile\/videos$/)
      await expect(page.getByText("A bridge at dusk")).toHaveCount(0)
    })
  })
}

test.describe("Without script", () => {
  test.use({ javaScriptEnabled: false })

  test("the owner's videos are listed, and the page says what uploading needs", async ({ page, signIn }) => {
    await signIn("owner")
    await page.goto("/profile/videos")
    // Playwright does not look into `noscript`.
    expect(await page.content()).toContain("Uploading needs JavaScript, which is switched off in this browser.")
    await expect(page.getByText("Published").first()).toBeVisible()
  })
})

test("a member without a profile is led to their favourites", async ({ page, signIn }) => {
  await signIn("premium")
  await open(page, "/profile/videos")
  await expect(page.getByRole("link", { name: "Your favourites" })).toBeVisible()
})
