import type { Request } from "@playwright/test"
import { ask, composer, log, meetPair, notices, openLive, post, say } from "../chat-people"
import { axe, expect, hydrated, open, test } from "../test"

test.describe.configure({ mode: "default" })

test.afterEach(async ({ browser }) => {
  for (const context of browser.contexts()) await context.close()
})

test("a wide window shows whom one writes with and focuses the composer, which a message from the other leaves alone", async ({
  browser,
  passes,
}) => {
  const { requester, owner, id, path } = await meetPair(browser, passes, "safety")
  await requester.setViewportSize({ width: 1280, height: 860 })
  await openLive(requester, path)
  await expect(composer(requester)).toBeFocused()
  const pane = requester.getByRole("complementary", { name: /^About Elise|^About Élise/ })
  await expect(pane.getByText(/^Identity and age confirmed in /)).toBeVisible()
  await expect(pane.getByRole("link", { name: "View profile" })).toHaveAttribute("href", "/escorts/elise-lecomte")
  expect(await axe(requester)).toEqual([])
  const search = requester.getByRole("searchbox", { name: "Search names and messages" })
  await search.focus()
  const text = `${"A long line, ".repeat(30)}${Date.now()}`
  await post(owner, id, text)
  const bubble = log(requester).getByText(text, { exact: true })
  await expect(bubble).toBeVisible()
  await expect(search).toBeFocused()
  expect((await bubble.boundingBox())?.width).toBeLessThanOrEqual(554)
  await requester.setViewportSize({ width: 1279, height: 860 })
  await expect(pane).toBeHidden()

  await requester.setViewportSize({ width: 360, height: 740 })
  await open(requester, path)
  await expect(composer(requester)).toBeVisible()
  await expect(composer(requester)).not.toBeFocused()
})

test("forced colours mark the open conversation and the button that sends", async ({ browser, passes }) => {
  const { requester, path } = await meetPair(browser, passes, "safety")
  await requester.emulateMedia({ forcedColors: "active" })
  await open(requester, path)
  const outline = await requester.locator("a[aria-current=page]").evaluate((one) => getComputedStyle(one).outlineStyle)
  const border = await requester
    .getByRole("button", { name: "Send" })
    .evaluate((one) => getComputedStyle(one).borderTopWidth)
  expect([outline, border]).toEqual(["solid", "2px"])
})

test("a message that asks for money is marked for its reader alone, and no request carries that", async ({
  browser,
  passes,
}) => {
  const { requester, owner, id, path } = await meetPair(browser, passes, "safety")
  await openLive(requester, path)
  const text = `Please send a deposit first, ${Date.now()}`
  const requests: Request[] = []
  requester.on("request", (request) => requests.push(request))
  const frames: string[] = []
  requester.on("websocket", (socket) => socket.on("framesent", ({ payload }) => frames.push(String(payload))))
  await post(owner, id, text)
  const row = log(requester).getByRole("listitem").filter({ hasText: text })
  await expect(row.getByText(/^Pay nothing in advance/)).toBeVisible()
  await expect(row.getByRole("link", { name: "Read the community rules" })).toHaveAttribute("href", "/legal/use")
  expect(await axe(requester)).toEqual([])
  const sent = () => [...requests.map((one) => `${one.url()} ${one.postData() ?? ""}`), ...frames].join("\n")
  await expect.poll(sent, "that it was read is sent").toMatch(/\/read|client-read/)
  expect(sent()).not.toMatch(/deposit|money|warning(?!s-[\w-]+\.js)/i)

  await row.getByRole("button", { name: "Report", exact: true }).click()
  const dialog = requester.getByRole("dialog", { name: "Report messages" })
  await expect(dialog.getByRole("checkbox", { name: text })).toBeChecked()
  await expect(dialog.getByRole("checkbox", { checked: true })).toHaveCount(1)
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await openLive(owner, path)
  const own = log(owner).getByRole("listitem").filter({ hasText: text })
  await expect(own).toBeVisible()
  await expect(own.locator("[data-warning]")).toHaveCount(0)
})

test("sentences that appear below messages leave the first unread one in view", async ({ browser, passes }) => {
  const { requester, owner, id, path } = await meetPair(browser, passes, "safety")
  const { last_seq } = await ask<{ last_seq: number }>(requester, { method: "GET", path: `/conversations/${id}` })
  await ask(requester, { method: "POST", path: `/conversations/${id}/read`, body: { seq: last_seq } })
  for (let number = 1; number <= 6; number++)
    await post(owner, id, `Part ${number}\n${"One line of many.\n".repeat(14)}Please send a deposit first.`)
  await openLive(requester, path)
  const divider = log(requester).getByText("New", { exact: true })
  await expect(log(requester).locator("[data-warning]").last()).toBeAttached()
  await expect(divider).toBeInViewport()
})

test("a message with a hidden word is covered until a press, in the list, quoted, found and in a notice as well", async ({
  browser,
  passes,
}) => {
  const { requester, owner, id, path } = await meetPair(browser, passes, "safety")
  await open(requester, "/profile/settings/messages")
  await requester.getByRole("textbox", { name: "Your words" }).fill("châlet\nanother")
  await requester.getByRole("button", { name: "Save the words" }).click()
  await expect(requester.getByText("Saved.").first()).toBeVisible()

  await openLive(requester, path)
  const mark = Date.now()
  const text = `My Chalet, ${mark}`
  const { seq } = (await post(owner, id, text)) as { seq: number }
  const row = log(requester).getByRole("listitem").filter({ hasText: text })
  await expect(row.getByText("Hidden by your words")).toBeVisible()
  await expect(row.getByText(text)).toBeHidden()
  const list = requester.getByRole("list", { name: "Conversations" })
  await expect(list.getByText("Hidden by your words")).toBeVisible()
  expect(await axe(requester)).toEqual([])
  await row.getByText("Hidden by your words").click()
  await expect(row.getByText(text)).toBeVisible()

  const reply = { client_id: crypto.randomUUID(), body: `As I said ${mark}`, reply_to: seq }
  await ask(owner, { method: "POST", path: `/conversations/${id}/messages`, body: reply })
  const quoting = log(requester).getByRole("listitem").filter({ hasText: reply.body })
  await expect(quoting.getByRole("button", { name: /In reply to/ })).toContainText("Hidden by your words")
  await expect(quoting).not.toContainText("Chalet")
  await requester.goto(`/profile/chat?q=${mark}`)
  const found = requester.getByRole("list", { name: "Messages" }).getByRole("listitem")
  await expect(found).toHaveText([/As I said/, /Hidden by your words/])

  await openLive(requester, "/about")
  await post(owner, id, `${text} again`)
  await expect(
    notices(requester).getByText("Élise Lecomte").or(notices(requester).getByText("Elise Lecomte")),
  ).toBeVisible()
  await expect(notices(requester)).not.toContainText("Chalet")
  await ask(requester, { method: "PUT", path: "/me/hidden-words", body: { words: [] } })
})

test("notifications are offered once the reader has written, and no more on a device that refused them", async ({
  browser,
  passes,
}) => {
  const { requester, owner, id, path } = await meetPair(browser, passes, "safety")
  for (const page of [requester, owner])
    await page.addInitScript(() => {
      PushManager.prototype.getSubscription = async () => null
      Notification.requestPermission = async () => "denied"
      Object.defineProperty(Notification, "permission", { get: () => "default" })
    })
  // Of the owner's own messages none is left on their screen.
  await ask(owner, { method: "DELETE", path: `/conversations/${id}` })
  await post(requester, id, `Are you there? ${Date.now()}`)
  await openLive(owner, path)
  const offer = owner.getByRole("region", { name: "Réponses sur cet appareil" })
  await expect(log(owner).getByText("Are you there?").last()).toBeVisible()
  await expect(offer).toHaveCount(0)
  await say(owner, `Bonsoir ${Date.now()}`)
  await expect(offer).toBeVisible()
  expect(await axe(owner)).toEqual([])
  await offer.getByRole("button", { name: "Non merci" }).click()
  await expect(offer).toHaveCount(0)
  await expect(composer(owner)).toBeFocused()
  await openLive(owner, path)
  await say(owner, `Encore ${Date.now()}`)
  await expect(offer).toHaveCount(0)

  await openLive(requester, path)
  await say(requester, `See you then ${Date.now()}`)
  const asked = requester.getByRole("region", { name: "Replies on this device" })
  await asked.getByRole("button", { name: "Turn on" }).click()
  await expect(asked).toHaveCount(0)
  await expect(requester.getByText(/receives notifications|didn’t work/)).toHaveCount(0)
})

test("what a list was asked for is put into a first message by a click, and nothing is sent by it", async ({
  browser,
  passes,
}) => {
  const { requester } = await meetPair(browser, passes, "safety")
  await open(requester, "/escorts?category=dinners&when=evening&verified=1")
  // After a full load the browser does not give the earlier addresses of the tab.
  await hydrated(requester)
  const card = requester.getByRole("main").getByRole("article").last()
  await card.getByRole("link").first().click()
  await requester.waitForURL(/\/escorts\/[\w-]+$/)
  await requester
    .getByRole("link", { name: /^Write to / })
    .first()
    .click()
  await requester.waitForURL(/\/profile\/chat\/new/)
  await hydrated(requester)
  const field = requester.getByRole("textbox", { name: "Your message" })
  await field.fill("Good evening.")
  const posts: string[] = []
  requester.on("request", (request) => request.method() === "POST" && posts.push(request.url()))
  await requester.getByRole("button", { name: "Add what I searched for" }).click()
  await expect(field).toHaveValue(
    /^Good evening\.\n(I was looking for: .*, in the evening|Je cherchais\u00a0: .*, le soir)\.$/,
  )
  await expect(field).toBeFocused()
  expect(posts).toEqual([])
  expect(await axe(requester)).toEqual([])
  await field.fill("")
})
