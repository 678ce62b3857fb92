import type { Locator, Page } from "@playwright/test"
import { pictures } from "../../worker/helpers/media/pictures"
import { origins } from "../addresses"
import { join } from "../join"
import { linkInMailbox } from "../mailbox"
import { axe, expect, flowLanguages, hydrated, open, sendCredentials, test } from "../test"

const texts = {
  en: {
    settings: "Settings",
    account: "Your account",
    name: "Name",
    saveName: "Save the name",
    picture: "Picture",
    usePicture: "Use this picture",
    pictureSaved: "Your picture was saved.",
    notAPicture: "Choose a JPEG, PNG, WebP or AVIF picture.",
    removePicture: "Remove the picture",
    modes: "Colour mode",
    dark: "Dark",
    light: "Light",
    signIns: "New logins",
    saveMails: "Save these choices",
    saved: "Saved",
    end: /^End the session/,
    ended: "The session was ended.",
    newAddress: "New address",
    change: "Change the address",
    waiting: "Waiting to change to",
    missing: "Not confirmed yet",
    yes: "Yes, change it",
    oneLeft: "One confirmation to go",
    changed: "Your address has been changed",
    toSettings: "Go to settings",
    otherLanguage: ["Français", "Langue et apparence"],
  },
  fr: {
    settings: "Réglages",
    account: "Votre compte",
    name: "Nom",
    saveName: "Enregistrer le nom",
    picture: "Photo",
    usePicture: "Utiliser cette photo",
    pictureSaved: "Votre photo a été enregistrée.",
    notAPicture: "Choisissez une photo JPEG, PNG, WebP ou AVIF.",
    removePicture: "Retirer la photo",
    modes: "Mode de couleur",
    dark: "Sombre",
    light: "Clair",
    signIns: "Les nouvelles connexions",
    saveMails: "Enregistrer ces choix",
    saved: "Enregistré",
    end: /^Fermer la session/,
    ended: "La session a été fermée.",
    newAddress: "Nouvelle adresse",
    change: "Changer d’adresse",
    waiting: "En attente du changement vers",
    missing: "Pas encore confirmée",
    yes: "Oui, changer l’adresse",
    oneLeft: "Plus qu’une confirmation",
    changed: "Votre adresse a été changée",
    toSettings: "Aller aux réglages",
    otherLanguage: ["English", "Language and appearance"],
  },
} as const

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name })
/** Finds a message on the page itself; the toast shows it too. */
const said = (page: Page, text: string) => page.getByRole("main").getByText(text, { exact: true })
const file = (bytes: Uint8Array, name: string) => ({ name, mimeType: "image/png", buffer: Buffer.from(bytes) })

/**
 * Returns whether the two upper corners of a picture are alike, as in the tests' picture once it is upright: its halves
 * are one above the other.
 */
function isUpright(picture: Locator): Promise<boolean> {
  return picture.evaluate(async (img: HTMLImageElement) => {
    await img.decode()
    const canvas = Object.assign(document.createElement("canvas"), {
      width: img.naturalWidth,
      height: img.naturalHeight,
    })
    const context = canvas.getContext("2d")
    context?.drawImage(img, 0, 0)
    const [left = [], right = []] = [2, canvas.width - 3].map((x) => [
      ...(context?.getImageData(x, 2, 1, 1).data ?? []),
    ])
    return left.every((value, index) => Math.abs(value - (right[index] ?? Number.NaN)) < 40)
  })
}

/** Gives the page a file as a drop on an element, or a paste, does. */
async function give(target: Locator, type: "drop" | "paste"): Promise<void> {
  await target.evaluate((element, type) => {
    const data = new DataTransfer()
    data.items.add(new File([new Uint8Array([1])], `${type}.png`, { type: "image/png" }))
    const init = { bubbles: true, cancelable: true }
    element.dispatchEvent(
      type === "drop"
        ? new DragEvent(type, { ...init, dataTransfer: data })
        : new ClipboardEvent(type, { ...init, clipboardData: data }),
    )
  }, type)
}

test("a picture is dropped, pasted or chosen by keyboard, and the browser's own button is not seen", async ({
  page,
}) => {
  await join(page)
  await open(page, "/profile/settings/profile")
  const input = page.getByLabel("Picture", { exact: true })
  await expect(input).toHaveCSS("opacity", "0")
  const main = page.getByRole("main")
  await expect(main.getByText("Choose a picture, or drop or paste it here")).toBeVisible()
  for (const type of ["drop", "paste"] as const) {
    await give(type === "drop" ? input : main, type)
    await expect(main.getByText(`${type}.png`)).toBeVisible()
    expect(await input.evaluate((one: HTMLInputElement) => one.files?.[0]?.name)).toBe(`${type}.png`)
  }
  const chooser = page.waitForEvent("filechooser")
  // Playwright enables its file chooser by a message to the browser: a key sent at once could arrive before it.
  await input.focus()
  await page.keyboard.press("Enter")
  await (await chooser).setFiles(file(pictures.jpeg, "chosen.jpg"))
  await expect(main.getByText("chosen.jpg")).toBeVisible()
  await expect(main.locator('img[src^="blob:"]')).toBeVisible()
  expect(await axe(page)).toEqual([])
})

test("a chosen picture is cropped to a square by keyboard before it is sent, and another one begins whole", async ({
  page,
}) => {
  await join(page)
  await open(page, "/profile/settings/profile")
  const input = page.getByLabel("Picture", { exact: true })
  const sizeOf = () =>
    input.evaluate(async (one: HTMLInputElement) => {
      const { width, height } = await createImageBitmap(one.files?.[0] as File)
      return { width, height }
    })
  await input.setInputFiles("scripts/seed/demo/people/p033-1.webp")
  const whole = await sizeOf()
  expect(whole.width).not.toBe(whole.height)
  await button(page, "Crop").press("Enter")
  const dialog = page.getByRole("dialog", { name: "Crop the picture" })
  await expect(dialog.getByRole("radio")).toHaveCount(0)
  const frame = dialog.getByRole("slider", { name: "Crop area" })
  for (const key of ["-", "-", "-", "ArrowRight"]) await frame.press(key)
  expect(await axe(page)).toEqual([])
  await dialog.getByRole("button", { name: "Save crop" }).press("Enter")
  await expect.poll(async () => (await sizeOf()).width).toBeLessThan(whole.width)
  const cropped = await sizeOf()
  expect(Math.abs(cropped.width - cropped.height)).toBeLessThanOrEqual(1)
  await expect(button(page, "Crop")).toBeFocused()
  await button(page, "Crop").press("Enter")
  await dialog.getByRole("button", { name: "Use the whole picture" }).press("Enter")
  await expect.poll(sizeOf).toEqual(whole)

  await button(page, "Crop").press("Enter")
  await frame.press("-")
  await dialog.getByRole("button", { name: "Save crop" }).press("Enter")
  await expect.poll(sizeOf).not.toEqual(whole)
  await input.setInputFiles("scripts/seed/demo/people/p034-1.webp")
  await button(page, "Crop").press("Enter")
  await expect(frame).toHaveAttribute("aria-valuetext", /100\s?%/)
  await expect(dialog.locator("image")).toBeVisible()
  await dialog.getByRole("button", { name: "Use the whole picture" }).press("Enter")
  await button(page, "Use this picture").press("Enter")
  await expect(said(page, "Your picture was saved.")).toBeVisible()
  await expect(button(page, "Crop")).toHaveCount(0)
})

test("each act of an e-mail change reports its success once", async ({ page }) => {
  const { email } = await join(page)
  await open(page, "/profile/settings/email")
  await page.getByLabel("New address").fill(`other-${email}`)
  for (const [action, sentence] of [
    ["Change the address", "We have written to both addresses. Follow the link in each message."],
    ["Send again", "A new message is on its way."],
    ["Cancel the change", "The change was cancelled. Your address stays the same."],
  ] as const) {
    await button(page, action).click()
    const toasts = page.getByRole("region", { name: "Notices" }).getByText(sentence)
    await expect(toasts.first()).toBeVisible()
    expect(await toasts.count(), action).toBe(1)
  }
})

for (const language of flowLanguages("en")) {
  test.describe(`The settings, in ${language}`, () => {
    test.use({ language })
    const w = texts[language]

    test("name, picture, colours and mails change at once, and the page says so", async ({ page, faults }) => {
      faults.expect(/^422 POST \/profile\/settings\/profile\.data/)
      await join(page)
      await open(page, "/profile/settings")
      expect(await axe(page)).toEqual([])

      await page.getByLabel(w.name, { exact: true }).fill("Zoé Marchand")
      await button(page, w.saveName).click()
      await button(page, w.account).click()
      await expect(page.getByRole("banner")).toContainText("Zoé Marchand")
      await page.keyboard.press("Escape")

      const input = page.getByLabel(w.picture, { exact: true })
      await input.setInputFiles(file(new TextEncoder().encode("<svg/>"), "face.png"))
      await button(page, w.usePicture).click()
      await expect(page.getByText(w.notAPicture)).toBeVisible()
      await expect(input).toBeFocused()
      await input.setInputFiles(file(pictures.jpeg, "face.jpg"))
      await button(page, w.usePicture).click()
      await expect(said(page, w.pictureSaved)).toBeVisible()
      const picture = page.getByRole("main").getByRole("img", { name: "Zoé Marchand" })
      await expect(picture).toHaveAttribute("src", /^\/media\/avatars\//)
      expect(await isUpright(picture)).toBe(true)
      const src = (await picture.getAttribute("src")) ?? ""
      await expect(page.getByRole("banner").locator(`img[src="${src}"]`)).toBeAttached()
      await button(page, w.removePicture).click()
      await expect(button(page, w.removePicture)).toBeHidden()

      await open(page, "/profile/settings/appearance")
      const modes = page.getByRole("group", { name: w.modes })
      await modes.getByLabel(w.dark).check()
      await expect(page.locator("html")).toHaveClass(/dark/)
      expect(await axe(page)).toEqual([])
      await page.reload()
      await hydrated(page)
      await expect(modes.getByLabel(w.dark)).toBeChecked()
      await modes.getByLabel(w.light).check()
      await expect(page.locator("html")).not.toHaveClass(/dark/)

      await open(page, "/profile/settings/notifications")
      expect(await axe(page)).toEqual([])
      await expect(button(page, w.saveMails)).toHaveCount(0)
      await page.getByLabel(w.signIns).uncheck()
      await expect(page.getByRole("status").filter({ hasText: w.saved })).toBeVisible()
      expect(await axe(page)).toEqual([])
      await page.reload()
      await expect(page.getByLabel(w.signIns)).not.toBeChecked()
    })

    test("the address changes when both mailboxes agree, and another session ends if chosen", async ({
      page,
      browser,
    }) => {
      const account = await join(page)
      const elsewhere = await browser.newContext({
        storageState: await withoutSession(page),
        baseURL: origins[language],
      })
      const phone = await elsewhere.newPage()
      await phone.goto("/auth/login")
      await sendCredentials(phone, account)
      await expect(phone).toHaveURL(/\/profile$/)

      await open(page, "/profile/settings/sessions")
      await button(page, w.end).click()
      await expect(said(page, w.ended)).toBeVisible()
      await phone.goto("/profile")
      await expect(phone).toHaveURL(/\/auth\/login$/)

      const email = `moved-${account.email}`
      await open(page, "/profile/settings/email")
      await page.getByLabel(w.newAddress).fill(email)
      await button(page, w.change).click()
      await expect(page.getByText(`${w.waiting} ${email}`)).toBeVisible()
      await expect(page.getByText(w.missing, { exact: true })).toHaveCount(2)
      expect(await axe(page)).toEqual([])

      // The new mailbox is read on the phone, where nobody is logged in; the old one here.
      const links = { to: "", from: "" }
      links.to = await linkInMailbox(page, "/auth/emails/change/", `${email} ·`)
      links.from = await linkInMailbox(page, "/auth/emails/change/", `· ${account.email} ·`)
      await open(phone, links.to)
      expect(await axe(phone)).toEqual([])
      await button(phone, w.yes).click()
      await expect(phone.getByRole("heading", { name: w.oneLeft })).toBeVisible()
      await open(page, links.from)
      await button(page, w.yes).click()
      await expect(page.getByRole("heading", { name: w.changed })).toBeVisible()
      await page.getByRole("link", { name: w.toSettings }).click()
      await expect(page.getByRole("main").getByText(email)).toBeVisible()
      await phone.goto("/auth/login")
      await sendCredentials(phone, { ...account, email })
      await expect(phone).toHaveURL(/\/profile$/)
      await elsewhere.close()
    })

    test("another language is stored in the account, and the page continues in it", async ({ page }) => {
      await join(page)
      await open(page, "/profile/settings/appearance")
      const [name, heading] = w.otherLanguage
      await page.getByLabel(name, { exact: true }).check()
      await expect(page.getByRole("heading", { name: heading, exact: true })).toBeVisible()
      expect(new URL(page.url()).origin).toBe(origins[language === "en" ? "fr" : "en"])
      expect(new URL(page.url()).pathname).toBe("/profile/settings/appearance")
    })
  })
}

test("every form of the settings works without script, and shows its result in place", async ({ page, browser }) => {
  await join(page)
  const context = await browser.newContext({
    storageState: await page.context().storageState(),
    baseURL: origins.en,
    javaScriptEnabled: false,
  })
  const plain = await context.newPage()
  await plain.goto("/profile/settings")
  await plain.getByLabel("Name", { exact: true }).fill("Plain Jane")
  await button(plain, "Save the name").click()
  await expect(said(plain, "Your name was saved.")).toBeVisible()
  await expect(plain).toHaveURL(/\/profile\/settings\/profile$/)
  await plain.getByLabel("Picture", { exact: true }).setInputFiles(file(pictures.jpeg, "face.jpg"))
  await button(plain, "Use this picture").click()
  await expect(said(plain, "Your picture was saved.")).toBeVisible()
  await plain.goto("/profile/settings/notifications")
  await button(plain, "Save these choices").click()
  await expect(said(plain, "Your choices were saved.")).toBeVisible()
  await plain.goto("/profile/settings/appearance")
  await expect(plain.getByText("Without JavaScript, the colours follow your system.")).toBeVisible()
  await expect(plain.getByRole("group", { name: "Colour mode" })).toBeHidden()
  await plain.goto("/profile/settings/email")
  await plain.getByLabel("New address").fill("not an address")
  await button(plain, "Change the address").click()
  await expect(plain.getByText("Enter a full email address, such as name@example.org.")).toBeVisible()
  await expect(plain.getByLabel("New address")).toHaveValue("not an address")
  await plain.goto("/profile/settings/appearance")
  await plain.getByLabel("Français", { exact: true }).check()
  await button(plain, "Use this language").click()
  await expect(plain.getByRole("heading", { name: "Langue et apparence" })).toBeVisible()
  await context.close()
})

test("on a phone the settings are a list, and each section leads back to it", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await join(page)
  await open(page, "/profile/settings")
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible()
  await expect(page.getByLabel("Name", { exact: true })).toBeHidden()
  const list = page.getByRole("navigation", { name: "Sections of the settings" })
  await expect(list.getByRole("link")).toHaveCount(8)
  expect(await axe(page)).toEqual([])
  await list.getByRole("link", { name: /^Password/ }).click()
  await expect(page.getByRole("heading", { name: "Password", level: 1 })).toBeVisible()
  await expect(list).toBeHidden()
  expect(await axe(page)).toEqual([])
  await page.getByRole("main").getByRole("link", { name: "Settings" }).click()
  await expect(list).toBeVisible()
})

test("the list of sections beside a wide page is walked by keyboard, and names the current one", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 860 })
  await join(page)
  await open(page, "/profile/settings")
  const list = page.getByRole("navigation", { name: "Sections of the settings" })
  await expect(list.getByRole("link", { name: "Profile" })).toHaveAttribute("aria-current", "page")
  await expect(page.getByLabel("Name", { exact: true })).toBeVisible()
  await list.getByRole("link", { name: "Profile" }).focus()
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("heading", { name: "Email", level: 1 })).toBeVisible()
  await expect(list.getByRole("link", { name: "Email" })).toHaveAttribute("aria-current", "page")
  await expect(list.locator("[aria-current]")).toHaveCount(1)
})

test("an older link to an anchor of the settings leads to its section", async ({ page }) => {
  await join(page)
  await open(page, "/profile/settings#sessions")
  await expect(page).toHaveURL(/\/profile\/settings\/sessions$/)
  await expect(page.getByRole("heading", { name: "Where you are logged in", level: 1 })).toBeVisible()
})

/** Returns the cookies of this browser without the session: another device of the same person. */
async function withoutSession(page: Page) {
  const state = await page.context().storageState()
  return { ...state, cookies: state.cookies.filter(({ name }) => !/_(session|device)$/.test(name)) }
}

test("a choice of the message settings saves itself, and one that cannot be sent is sent later", async ({
  page,
  faults,
}) => {
  faults.expect(/ERR_FAILED POST \/profile\/settings\/messages\.data/)
  await join(page)
  await open(page, "/profile/settings/messages")
  const typing = page.getByLabel("Show when I am typing")
  const read = page.getByLabel("Show what I have read")
  await typing.uncheck()
  await expect(page.getByRole("main").getByText("Saved", { exact: true })).toBeVisible()
  await page.route("**/profile/settings/messages.data", (route) => route.abort(), { times: 1 })
  await read.uncheck()
  await expect(page.getByRole("main").getByText(/^Not saved yet/)).toBeVisible()
  await expect(page.getByRole("main").getByText("Saved", { exact: true })).toBeVisible()
  await open(page, "/profile/settings/messages")
  await expect(typing).not.toBeChecked()
  await expect(read).not.toBeChecked()
})
