import { type Browser, expect, type Page } from "@playwright/test"
import { origins } from "../addresses"
import { ask, composer, log, meetPair, openLive, post, say, unreadOf } from "../chat-people"
import { latch, open, test } from "../test"

test.describe.configure({ mode: "default" })

// A conversation that is still on somebody's screen is read there.
test.afterEach(async ({ browser }) => {
  for (const context of browser.contexts()) await context.close()
})

const long = (name: string) => `${name}\n${"One line of many.\n".repeat(14)}end of ${name}`
/** The scrolling box of the open conversation. */
const box = (page: Page) => log(page).locator("xpath=ancestor::*[contains(@class,'overflow-y-auto')][1]")

/** Marks everything in the conversation as read by both. */
async function readAll(page: Page, id: string): Promise<void> {
  const { last_seq } = await ask<{ last_seq: number }>(page, { method: "GET", path: `/conversations/${id}` })
  await ask(page, { method: "POST", path: `/conversations/${id}/read`, body: { seq: last_seq } })
}

test("a conversation opens at the first unread message and stays there, and only messages in view are read", async ({
  browser,
  passes,
}) => {
  const { requester, owner, id, path } = await meetPair(browser, passes, "reading")
  await readAll(requester, id)
  const mark = Date.now()
  for (let number = 1; number <= 12; number++) await post(owner, id, long(`Part ${number} of ${mark}`))
  await openLive(requester, path)
  const divider = log(requester).getByText("New", { exact: true })
  await expect(divider).toBeInViewport()
  await requester.waitForTimeout(2_500)
  await expect(divider).toBeInViewport()
  const left = await unreadOf(requester, id)
  expect(left).toBeGreaterThan(6)
  expect(left).toBeLessThan(12)
  await expect(requester.getByRole("button", { name: /^\d+ new messages$/ })).toHaveText(`${left} new messages`)
  await requester.getByRole("button", { name: /^\d+ new messages$/ }).click()
  await expect(log(requester).getByText(`end of Part 12 of ${mark}`)).toBeInViewport()
  await expect.poll(() => unreadOf(requester, id)).toBe(0)
  await expect(requester.getByRole("button", { name: /new messages?$/ })).toHaveCount(0)

  // One pixel away from the end, a new message is announced, not read; the reader's own message scrolls to the end.
  await box(requester).evaluate((element) => element.scrollBy({ top: -200 }))
  await post(owner, id, long(`Unseen ${mark}`))
  await expect(requester.getByRole("button", { name: "1 new message", exact: true })).toBeVisible()
  await requester.waitForTimeout(1_500)
  expect(await unreadOf(requester, id)).toBe(1)
  await composer(requester).fill(`My word ${mark}`)
  await composer(requester).press("Enter")
  await expect(log(requester).getByText(`My word ${mark}`)).toBeInViewport()
  await expect.poll(() => unreadOf(requester, id)).toBe(0)

  // The page itself never scrolls, however long the conversation.
  const height = await requester.evaluate(() => [document.documentElement.scrollHeight, window.innerHeight])
  expect(height[0]).toBe(height[1])
})

test("Older messages load as one scrolls up, and what is in view stays where it is", async ({ browser, passes }) => {
  const { requester, owner, id, path } = await meetPair(browser, passes, "scrolling")
  const mark = Date.now()
  const part = (number: number) => log(requester).getByText(`end of Part ${number} of ${mark}`)
  // Where something is unread, the page has the 25 messages before it.
  for (let number = 1; number <= 27; number++)
    await post(number % 2 ? owner : requester, id, long(`Part ${number} of ${mark}`))
  await readAll(requester, id)
  await post(owner, id, `Unread ${mark}`)
  const older = latch()
  await requester.route(/\/messages\?before=/, async (route) => {
    await older.opened
    await route.continue()
  })
  await openLive(requester, path)
  await expect(part(3)).toHaveCount(1)
  await box(requester).evaluate((one) => one.scrollTo({ top: -(one.scrollHeight - one.clientHeight - 200) }))
  await expect(part(3)).toBeInViewport()
  const place = await part(3).boundingBox()
  expect(await part(2).count()).toBe(0)
  older.open()
  await expect(part(1)).toHaveCount(1)
  expect((await part(3).boundingBox())?.y).toBeCloseTo(place?.y ?? 0, 0)
})

/** Opens the conversation as a browser shows it before hydration. */
async function openBare(
  browser: Browser,
  from: Page,
  path: string,
  { language = "en", javaScriptEnabled = true }: { language?: "en" | "fr"; javaScriptEnabled?: boolean },
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origins[language],
    javaScriptEnabled,
    reducedMotion: "reduce",
    storageState: await from.context().storageState(),
  })
  const page = await context.newPage()
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort())
  await page.goto(path)
  return page
}

test("a conversation is at its end, or at the first unread message, before hydration", async ({ browser, passes }) => {
  const { requester, owner, id, path } = await meetPair(browser, passes, "reading")
  const mark = Date.now()
  await post(owner, id, long(`Last ${mark}`))
  await readAll(requester, id)
  for (const javaScriptEnabled of [true, false]) {
    const page = await openBare(browser, requester, path, { javaScriptEnabled })
    await expect(log(page).getByText(`end of Last ${mark}`)).toBeInViewport()
  }
  for (let number = 1; number <= 4; number++) await post(requester, id, long(`Unread ${number} of ${mark}`))
  const page = await openBare(browser, owner, path, { language: "fr" })
  await expect(log(page).getByText(/^(New|Nouveau)$/)).toBeInViewport()
})

test("a draft is saved when its author leaves at once, and its message removes it from every device", async ({
  browser,
  passes,
}) => {
  const { requester, id, path } = await meetPair(browser, passes, "reading")
  await openLive(requester, path)
  const draft = `Half a thought ${Date.now()}`
  await composer(requester).fill(draft)
  await requester.getByRole("link", { name: "Salon" }).first().click()
  await expect(composer(requester)).toHaveCount(0)
  await openLive(requester, path)
  await expect(composer(requester)).toHaveValue(draft)
  const elsewhere = await requester.context().newPage()
  await openLive(elsewhere, path)
  await expect(composer(elsewhere)).toHaveValue(draft)
  await composer(requester).press("Enter")
  await expect(log(requester).getByText(draft)).toBeVisible()
  await expect(composer(elsewhere)).toHaveValue("")
  await expect
    .poll(async () => (await ask<{ draft: string }>(requester, { method: "GET", path: `/conversations/${id}` })).draft)
    .toBe("")
  await requester.goto("/about")
  await openLive(requester, path)
  await expect(composer(requester)).toHaveValue("")
})

test("a text that is too long is counted, stays complete and is not sent", async ({ browser, passes }) => {
  const { requester, id, path } = await meetPair(browser, passes, "reading")
  await openLive(requester, path)
  await composer(requester).fill("a".repeat(3_499))
  await expect(requester.getByText("3,499 of 4,000")).toHaveCount(0)
  await composer(requester).fill("a".repeat(5_000))
  await expect(composer(requester)).toHaveValue("a".repeat(5_000))
  await expect(requester.getByText("5,000 of 4,000")).toBeVisible()
  await composer(requester).press("Enter")
  await expect(requester.getByRole("alert")).toHaveText("A message can have 4,000 characters at most. Remove 1,000.")
  await expect(composer(requester)).toHaveValue("a".repeat(5_000))
  await composer(requester).fill(`Short ${"b".repeat(5)}`)
  await expect(requester.getByRole("alert")).toHaveCount(0)
  await composer(requester).fill("")
  const { data } = await ask<{ data: { body: string | null }[] }>(requester, {
    method: "GET",
    path: `/conversations/${id}/messages`,
  })
  expect(data.filter(({ body }) => (body?.length ?? 0) >= 4_000)).toEqual([])
})

async function choose(page: Page, text: string, item: string): Promise<void> {
  const row = log(page).getByRole("listitem").filter({ hasText: text })
  await row.hover()
  await row.getByRole("button", { name: "Message options" }).click()
  await page.getByRole("menuitem", { name: item }).click()
}

test("a message deleted for its reader is restored by Undo, and stays deleted after leaving the page", async ({
  browser,
  passes,
}) => {
  const { requester, id, path } = await meetPair(browser, passes, "reading")
  await openLive(requester, path)
  const text = `Regretted ${Date.now()}`
  await say(requester, text)
  const isThere = async () => {
    const { data } = await ask<{ data: { body: string | null }[] }>(requester, {
      method: "GET",
      path: `/conversations/${id}/messages`,
    })
    return data.some(({ body }) => body === text)
  }
  await choose(requester, text, "Delete for me")
  await expect(log(requester).getByText(text)).toHaveCount(0)
  await requester.getByRole("button", { name: "Undo" }).click()
  await expect(log(requester).getByText(text)).toBeVisible()
  expect(await isThere()).toBe(true)
  await choose(requester, text, "Delete for me")
  await expect(log(requester).getByText(text)).toHaveCount(0)
  await requester.goto("/about")
  await expect.poll(isThere).toBe(false)
})

test("an edit that is refused leaves its text in the composer, and editing is offered by the server's clock", async ({
  browser,
  passes,
}) => {
  const { requester, path } = await meetPair(browser, passes, "reading")
  await requester.clock.install({ time: Date.now() + 3 * 60 * 60_000 })
  await open(requester, path)
  const text = `Seven ${Date.now()}`
  await say(requester, text)
  await requester.route(/\/messages\/\d+$/, (route) => route.abort())
  await choose(requester, text, "Edit")
  await composer(requester).fill(`${text}, no: eight`)
  await requester.getByRole("button", { name: "Save" }).click()
  await expect(requester.getByText("That didn’t work. Check your connection and try again.")).toBeVisible()
  await expect(composer(requester)).toHaveValue(`${text}, no: eight`)
  await requester.unroute(/\/messages\/\d+$/)
  await requester.getByRole("button", { name: "Save" }).click()
  await expect(log(requester).getByText(`${text}, no: eight`)).toBeVisible()
})

test("a message is shown in the direction of its own script", async ({ browser, passes }) => {
  const { requester, path } = await meetPair(browser, passes, "reading")
  await openLive(requester, path)
  const text = `مرحبا 12. ${Date.now()}`
  await say(requester, text)
  await expect(log(requester).getByText(text)).toHaveCSS("direction", "rtl")
  await composer(requester).fill("مرحبا")
  await expect(composer(requester)).toHaveCSS("direction", "rtl")
  await composer(requester).fill("")
})
