import type { Locator, Page } from "@playwright/test"
import { pairs } from "../addresses"
import { ask, enterAs, openLive } from "../chat-people"
import { axe, bareAddress, expect, expectAccessibleAtEverySize, hydrated, latch, open, test } from "../test"
import { changeVideos, deleteUploads, mediaOf, smallPortrait } from "./own-media"

const path = "/profile/escort/photos"
const uploads = "**/api/me/profile/photos?*"

/** Drops files on the page, as from a folder. */
async function drop(page: Page, files: { name: string; bytes: Buffer }[]): Promise<void> {
  const transfer = await page.evaluateHandle(
    (files) => {
      const transfer = new DataTransfer()
      for (const { name, base64 } of files)
        transfer.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name))
      return transfer
    },
    files.map(({ name, bytes }) => ({ name, base64: bytes.toString("base64") })),
  )
  await page.dispatchEvent("main", "dragover", { dataTransfer: transfer })
  await page.dispatchEvent("main", "drop", { dataTransfer: transfer })
}

const publicTiles = (page: Page) => page.getByRole("list", { name: "Public pictures" }).getByRole("listitem")
const moveButton = (page: Page, name: string) =>
  page.getByRole("list", { name: "Public pictures" }).getByRole("button", { name })
const tray = (page: Page) => page.getByRole("list", { name: "Pictures that aren’t sent yet" }).getByRole("listitem")
const said = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text })
const addressOf = (tile: Locator) => tile.getByRole("link").getAttribute("href")
const orderOf = async (page: Page) => Promise.all((await publicTiles(page).all()).map(addressOf))

test.describe.configure({ mode: "default" })

test("an owner drops several pictures, one of them bad, crops one, and the connection fails on the way", async ({
  browser,
  passes,
  faults,
}) => {
  test.setTimeout(150_000)
  const { context, page } = await enterAs(browser, passes, pairs.photos.owner, "en")
  faults.watch(context)
  faults.expect(/^net::ERR_FAILED POST \/api\/me\/profile\/photos\?/)
  faults.expect(/^503 POST \/api\/me\/profile\/photos\?/)
  await deleteUploads(page)
  await openLive(page, path)
  const before = await publicTiles(page).count()
  await drop(page, [
    { name: "first.webp", bytes: await smallPortrait("p033-1") },
    { name: "letter.png", bytes: Buffer.from("Dear Sir or Madam") },
    { name: "second.webp", bytes: await smallPortrait("p033-2") },
  ])
  await expect(tray(page)).toHaveCount(3)
  await expect(tray(page).nth(1).getByRole("alert")).toHaveText(
    "This file type isn’t accepted. Choose a JPEG, PNG or WebP picture.",
  )
  await expect(page.getByRole("button", { name: "Send 2 pictures" })).toBeVisible()
  await expectAccessibleAtEverySize(page)

  await page.getByRole("button", { name: "Crop first.webp" }).click()
  const dialog = page.getByRole("dialog", { name: "Crop the picture" })
  await dialog.getByLabel("Square").check()
  const frame = dialog.getByRole("slider", { name: "Crop area" })
  await frame.press("ArrowDown")
  await frame.press("-")
  await expect(frame).toHaveAttribute("aria-valuetext", "98% of the width, 78% of the height")
  expect(await axe(page)).toEqual([])
  await dialog.getByRole("button", { name: "Save crop" }).click()

  const held = latch()
  const ids: (string | null)[] = []
  await page.route(uploads, async (route) => {
    ids.push(new URL(route.request().url()).searchParams.get("client_id"))
    await held.opened
    return route.abort("failed")
  })
  await page.getByRole("button", { name: "Send 2 pictures" }).click()
  await expect(tray(page).first().getByRole("progressbar")).toBeVisible()
  await expect(tray(page).last()).toContainText("Waiting")
  held.open()
  await expect(said(page, "No connection. What is left is sent by itself once it is back.")).toBeVisible()
  await page.unroute(uploads)

  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === "/api/me/profile/photos") ids.push(searchParams.get("client_id"))
  })
  await page.evaluate(() => window.dispatchEvent(new Event("online")))
  await expect(tray(page)).toHaveCount(1, { timeout: 30_000 })
  // A photo that had not arrived is sent again under its id, so that it cannot become two photos.
  expect([ids.length, ids[1]]).toEqual([3, ids[0]])
  await expect(publicTiles(page)).toHaveCount(before + 2)
  // Without a reload: the events of their processing.
  await expect(publicTiles(page).filter({ hasText: "In review" })).toHaveCount(2, { timeout: 60_000 })
  await page.getByRole("button", { name: "Remove letter.png" }).click()
  await expect(tray(page)).toHaveCount(0)

  await page.route(uploads, (route) => route.fulfill({ status: 503, json: { message: "Our store is being tidied." } }))
  await page.getByLabel("Choose pictures, or drop them on this page").setInputFiles({
    name: "third.webp",
    mimeType: "image/webp",
    buffer: await smallPortrait("p033-3"),
  })
  await page.getByLabel("Only those who see your private gallery").check()
  await page.getByRole("button", { name: "Send 1 picture" }).click()
  await expect(tray(page).getByRole("alert")).toHaveText("Our store is being tidied.", { timeout: 30_000 })
  page.once("dialog", (question) => question.dismiss())
  await page.getByRole("link", { name: /^Text\b/ }).click()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await page.unroute(uploads)
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(tray(page)).toHaveCount(0)
  await expect(page.getByRole("list", { name: "Private gallery" }).getByRole("listitem")).toHaveCount(1)
  await context.close()
})

test("an owner puts pictures in order by keyboard, describes one, chooses the portrait and deletes one", async ({
  browser,
  passes,
  faults,
}) => {
  test.setTimeout(120_000)
  const { context, page } = await enterAs(browser, passes, pairs.photos.owner, "en")
  faults.watch(context)
  // Their last variants are stored: until then each has a new version soon.
  const areWhole = async () =>
    (await mediaOf(page)).every(
      ({ state, version }) => !["uploaded", "processing"].includes(state) && (state !== "ready" || version > 2),
    )
  await expect.poll(areWhole, { timeout: 60_000 }).toBe(true)
  await open(page, path)
  const [first, second] = await orderOf(page)
  const total = await publicTiles(page).count()
  const later = moveButton(page, "Move picture 1 later")
  await later.focus()
  await later.press("ArrowRight")
  await expect(said(page, `Moved to place 2 of ${total}.`)).toBeAttached()
  await expect(moveButton(page, "Move picture 2 later")).toBeFocused()
  expect((await orderOf(page)).slice(0, 2)).toEqual([second, first])
  await page.keyboard.press("End")
  await expect(said(page, `Moved to place ${total} of ${total}.`)).toBeAttached()
  await page.reload()
  await hydrated(page)
  expect((await orderOf(page)).at(-1)).toBe(first)
  const [, dragged] = await orderOf(page)
  await publicTiles(page).nth(1).getByRole("link").hover()
  await page.mouse.down()
  // A drag begins with the first move, and is over a place with the second.
  for (const step of [1, 2])
    await publicTiles(page)
      .first()
      .getByRole("link")
      .hover({ position: { x: 40 * step, y: 90 } })
  await page.mouse.up()
  await expect(said(page, `Moved to place 1 of ${total}.`)).toBeAttached()
  expect((await orderOf(page))[0]).toBe(dragged)

  await publicTiles(page).filter({ hasText: "In review" }).first().getByRole("link").click()
  await page.getByLabel("Description in English").fill("On a terrace at dusk")
  await page.getByLabel("Description in French").fill("Sur une terrasse au crépuscule")
  await page.getByRole("button", { name: "Save the description" }).click()
  await expect(page.getByRole("main").getByText("The description is saved.")).toBeVisible()
  await expectAccessibleAtEverySize(page)
  await page.getByRole("link", { name: "All pictures" }).click()
  await expect(page.getByRole("img", { name: "On a terrace at dusk" })).toBeVisible()

  const portraitTile = publicTiles(page).filter({ hasText: "Approved" }).nth(1)
  const chosen = await addressOf(portraitTile)
  await portraitTile.getByRole("link").click()
  await page.getByRole("button", { name: "Use as portrait" }).click()
  await expect(page.getByText("This is your portrait")).toBeVisible()
  // An approved one's description is reviewed like the words of the profile.
  await page.getByLabel("Description in English").fill("A new description")
  await page.getByRole("button", { name: "Save the description" }).click()
  await expect(page.getByText("Not submitted")).toBeVisible()
  await expect(page.getByRole("link", { name: "Submit your changes on the overview" })).toBeVisible()
  await page.getByRole("link", { name: "All pictures" }).click()
  await expect(publicTiles(page).first()).toContainText("Portrait")
  expect(await addressOf(publicTiles(page).first())).toBe(chosen)

  await publicTiles(page).filter({ hasText: "In review" }).first().getByRole("link").click()
  await page.getByText("Delete picture", { exact: true }).click()
  await page.getByRole("button", { name: "Yes, delete this picture" }).click()
  await expect(page.getByRole("main").getByText("The picture is deleted.")).toBeVisible()
  await expect(publicTiles(page)).toHaveCount(total - 1)
  await context.close()
})

test("of two tabs that change the order, the second one shows the first one's, and says so", async ({
  browser,
  passes,
  faults,
}) => {
  const { context, page } = await enterAs(browser, passes, pairs.photos.owner, "en")
  faults.watch(context)
  faults.expect("409 PUT /api/me/profile/media/order")
  const other = await context.newPage()
  // Live updates would bring it the first tab's order.
  await other.routeWebSocket(/./, () => {})
  await open(page, path)
  await open(other, path)
  const stored = page.waitForResponse(/\/media\/order$/)
  await moveButton(page, "Move picture 1 later").click()
  await expect(said(page, "Moved to place 2")).toBeAttached()
  await stored
  const current = await orderOf(page)
  await moveButton(other, "Move picture 3 later").click()
  await expect(said(other, "The order was changed elsewhere.")).toBeAttached()
  await expect.poll(() => orderOf(other)).toEqual(current)
  // A photo described in both tabs: the second save says that somebody was faster.
  for (const tab of [page, other]) {
    await open(tab, current[0] ?? "")
    await tab.getByLabel("Description in French").fill(tab === page ? "Une" : "Autre")
  }
  faults.expect(/^409 POST \/profile\/escort\/photos/)
  await page.getByRole("button", { name: "Save the description" }).click()
  await expect(page.getByText("Not submitted")).toBeVisible()
  await other.getByRole("button", { name: "Save the description" }).click()
  await expect(other.getByRole("main").getByText("Someone else updated this").first()).toBeVisible()
  await context.close()
})

test("a list of the photos as they were before a move does not undo it when it arrives late", async ({
  browser,
  passes,
  faults,
}) => {
  const { context, page } = await enterAs(browser, passes, pairs.photos.owner, "en")
  faults.watch(context)
  const [listing, arriving] = [latch(), latch()]
  const sender = await context.newPage()
  await sender.goto(bareAddress)
  await openLive(page, path)
  const [first, second] = await orderOf(page)
  const before = { data: await mediaOf(page) }
  const lists = /\/profile\/media$/
  // The move is stored and the tab hears of a change: it requests the list before it has the move's own response.
  await page.route(/\/profile\/media\/order$/, async (route) => {
    const json = await ask<object>(sender, {
      method: "PUT",
      path: "/me/profile/media/order",
      body: route.request().postDataJSON(),
    })
    // The first list after it is old and late; the others never arrive.
    await page.route(lists, () => {})
    await page.route(
      lists,
      async (route) => {
        listing.open()
        await arriving.opened
        await route.fulfill({ json: before })
      },
      { times: 1 },
    )
    await changeVideos(sender)
    await listing.opened
    await route.fulfill({ json })
  })
  await moveButton(page, "Move picture 1 later").click()
  await expect(said(page, "Moved to place 2")).toBeAttached()
  const arrived = page.waitForEvent("requestfinished", (request) => request.url().endsWith("/profile/media"))
  arriving.open()
  await arrived
  await expect(moveButton(page, "Move picture 2 later")).toBeFocused()
  expect((await orderOf(page)).slice(0, 2)).toEqual([second, first])
  await context.close()
})
