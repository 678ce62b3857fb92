import { ask, composer, log, meetPair, openLive, post, say } from "../chat-people"
import { axe, expect, test } from "../test"

test.describe.configure({ mode: "serial" })

test.afterEach(async ({ browser }) => {
  for (const context of browser.contexts()) await context.close()
})

test("a member searches a conversation by the key, goes through what is found, and closes the search", async ({
  browser,
  passes,
}) => {
  const { requester, owner, id, path } = await meetPair(browser, passes, "searching")
  const mark = Date.now()
  await post(owner, id, `Un dîner d’été ${mark}`)
  for (let n = 0; n < 3; n += 1) await post(owner, id, `Between ${n}`)
  await openLive(requester, path)
  await say(requester, `<b>ETE</b> sounds good ${mark}`)
  await requester.keyboard.press("Tab")
  await log(requester).click({ position: { x: 5, y: 5 } })
  await requester.keyboard.press("/")
  const field = requester.getByRole("searchbox", { name: "Search messages" })
  await expect(field).toBeFocused()
  await expect(field).toHaveValue("")
  await field.fill(`ete ${mark}`)
  const results = requester.getByRole("list", { name: "Messages found" })
  await expect(results.getByRole("listitem")).toHaveCount(2)
  await expect(results.locator("mark").first()).toHaveText("ETE")
  await expect(results).toContainText(`<b>ETE</b> sounds good ${mark}`)
  await expect(requester.getByRole("status").getByText("2 messages", { exact: true })).toBeVisible()
  expect(await axe(requester)).toEqual([])

  await field.press("Enter")
  await expect(requester.getByText("1 of 2")).toBeVisible()
  await expect(results).toBeHidden()
  await requester.getByRole("button", { name: "Next result, earlier" }).click()
  await expect(requester.getByText("2 of 2")).toBeVisible()
  const original = log(requester)
    .getByRole("listitem")
    .filter({ hasText: `Un dîner d’été ${mark}` })
  await expect(original).toBeFocused()
  await expect(original.locator("mark").first()).toHaveText("été")

  await field.fill("nothing of the kind")
  await expect(requester.getByText("No message has all these words.")).toBeVisible()
  await field.press("Escape")
  await expect(field).toHaveCount(0)
  await expect(requester.getByRole("button", { name: "Search in this conversation" })).toBeFocused()
  await expect(log(requester).locator("mark")).toHaveCount(0)
  await composer(requester).fill("")
  await composer(requester).press("/")
  await expect(composer(requester)).toHaveValue("/")
  await composer(requester).fill("")
})

test("a search says when it fails and can be tried again, and offline it searches what is loaded", async ({
  browser,
  passes,
}) => {
  const { requester, owner, id, path } = await meetPair(browser, passes, "searching")
  const mark = Date.now()
  await post(owner, id, `At the station ${mark}`)
  await openLive(requester, path)
  let fails = true
  await requester.route(/\/messages\/search/, (route) => (fails ? route.abort() : route.continue()))
  await requester.getByRole("button", { name: "Search in this conversation" }).click()
  const field = requester.getByRole("searchbox", { name: "Search messages" })
  await field.fill(`station ${mark}`)
  const failure = requester.getByText("The messages couldn’t be searched. Try again in a moment.")
  await expect(failure).toBeVisible()
  fails = false
  await requester.getByRole("alert").getByRole("button", { name: "Try again" }).click()
  const results = requester.getByRole("list", { name: "Messages found" })
  await expect(results.getByRole("listitem")).toHaveCount(1)
  await expect(failure).toBeHidden()
  await requester.context().setOffline(true)
  await field.fill(`the station ${mark}`)
  await expect(requester.getByText("You’re offline: only the messages loaded here are searched.")).toBeVisible()
  await expect(results.getByRole("listitem")).toHaveCount(1)
  await requester.context().setOffline(false)
})

test("the list finds people and messages, and a result opens its conversation at its place", async ({
  browser,
  passes,
}) => {
  const { requester, owner, id, path } = await meetPair(browser, passes, "searching")
  const mark = Date.now()
  await post(owner, id, `Rendez-vous à la gare ${mark}`)
  for (let n = 0; n < 12; n += 1) await post(n % 2 ? owner : requester, id, `${n} ${"and on ".repeat(60)}`)
  await openLive(requester, path)
  const field = requester.getByRole("searchbox", { name: "Search names and messages" })
  await field.fill(`gare ${mark}`)
  await field.press("Enter")
  const found = requester.getByRole("list", { name: "Messages" }).getByRole("link")
  await expect(found).toHaveCount(1)
  await expect(found.locator("mark").first()).toHaveText("gare")
  await expect(requester.getByText("Nobody with that name.")).toBeVisible()
  expect(await axe(requester)).toEqual([])
  await found.click()
  const original = log(requester)
    .getByRole("listitem")
    .filter({ hasText: `Rendez-vous à la gare ${mark}` })
  await expect(original).toBeFocused()
  await expect(original).toBeInViewport()
  await requester.reload()
  await expect(original).toBeFocused()
  await requester.setViewportSize({ width: 390, height: 800 })
  await requester.emulateMedia({ colorScheme: "dark" })
  await requester.goto(`/profile/chat?q=gare`)
  expect(await axe(requester)).toEqual([])
})

test("a conversation that is fetched while a search begins does not come into what it finds", async ({
  browser,
  passes,
}) => {
  const { requester, owner, id } = await meetPair(browser, passes, "searching")
  await openLive(requester, "/profile/chat")
  const list = requester.getByRole("list", { name: "Conversations" })
  await expect(list.getByRole("link")).toHaveCount(1)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const isAsked = requester.waitForRequest((request) => new URL(request.url()).pathname === `/api/conversations/${id}`)
  await requester.route(`**/api/conversations/${id}`, async (route) => {
    await held
    await route.continue()
  })
  // Read in part: the number of the others has to be fetched.
  await post(owner, id, "One more thing.")
  await post(owner, id, "And another.")
  const { last_seq } = await ask<{ last_seq: number }>(owner, { method: "GET", path: `/conversations/${id}` })
  await ask(requester, { method: "POST", path: `/conversations/${id}/read`, body: { seq: last_seq - 1 } })
  await isAsked
  await requester.getByRole("searchbox", { name: "Search names and messages" }).fill("nobody of this name")
  await requester.keyboard.press("Enter")
  await expect(requester.getByText("Nobody with that name.")).toBeVisible()
  const answered = requester.waitForResponse((response) => response.url().endsWith(`/api/conversations/${id}`))
  release()
  await (await answered).finished()
  await requester.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))))
  await expect(list.getByRole("link")).toHaveCount(0)
})
