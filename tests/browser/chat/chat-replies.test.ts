import type { Page } from "@playwright/test"
import { ask, composer, log, meetPair, openLive, post, say } from "../chat-people"
import { axe, expect, test } from "../test"

test.describe.configure({ mode: "serial" })

test.afterEach(async ({ browser }) => {
  for (const context of browser.contexts()) await context.close()
})

const row = (page: Page, text: string) => log(page).getByRole("listitem").filter({ hasText: text }).last()
const bar = (page: Page) => page.locator("[data-reply]")

/** Picks an item in the menu of a message. */
async function choose(page: Page, text: string, item: RegExp): Promise<void> {
  await row(page, text).hover()
  await row(page, text)
    .getByRole("button", { name: /^(Message options|Options du message)$/ })
    .click()
  await page.getByRole("menuitem", { name: item }).click()
}

test("a member replies to one message, and the other sees its quote, goes to it, and sees when it is deleted", async ({
  browser,
  passes,
}) => {
  const { requester, owner, path } = await meetPair(browser, passes, "replies")
  await openLive(requester, path)
  await openLive(owner, path)
  await composer(requester).fill("")
  const mark = Date.now()
  await say(owner, `Friday at seven ${mark}`)
  await say(owner, `Or Saturday ${mark}`)

  await choose(requester, `Friday at seven ${mark}`, /^Reply/)
  await expect(composer(requester)).toBeFocused()
  await expect(bar(requester)).toContainText(`Friday at seven ${mark}`)
  await composer(requester).press("Escape")
  await expect(bar(requester)).toHaveCount(0)
  await expect(composer(requester)).toBeFocused()

  // The key, from the message's menu button.
  const options = row(requester, `Friday at seven ${mark}`).getByRole("button", { name: "Message options" })
  await options.focus()
  await requester.keyboard.press("r")
  await expect(composer(requester)).toHaveValue("")
  await say(requester, `Seven is fine ${mark}`)
  await expect(bar(requester)).toHaveCount(0)
  for (const [page, whose] of [
    [requester, /En réponse|In reply to Édith/],
    [owner, /En réponse à vous/],
  ] as const) {
    const quote = row(page, `Seven is fine ${mark}`).getByRole("button", { name: whose })
    await expect(quote).toContainText(`Friday at seven ${mark}`)
    await quote.click()
    const original = log(page)
      .getByRole("listitem")
      .filter({ hasText: `Friday at seven ${mark}` })
      .first()
    await expect(original).toBeFocused()
    expect(await axe(page)).toEqual([])
  }

  // A group of messages has one time, and stands together.
  const [first, second] = [row(owner, `Or Saturday ${mark}`), row(owner, `Seven is fine ${mark}`)]
  await expect(log(owner).locator("time:visible")).not.toHaveCount(0)
  await expect(second).toBeVisible()
  const firstBox = await log(owner)
    .getByRole("listitem")
    .filter({ hasText: `Friday at seven ${mark}` })
    .first()
    .boundingBox()
  const nextBox = await first.boundingBox()
  expect(Math.round((nextBox?.y ?? 0) - (firstBox?.y ?? 0) - (firstBox?.height ?? 0))).toBe(4)

  await log(owner)
    .getByRole("listitem")
    .filter({ hasText: `Friday at seven ${mark}` })
    .first()
    .hover()
  await log(owner)
    .getByRole("listitem")
    .filter({ hasText: `Friday at seven ${mark}` })
    .first()
    .getByRole("button", { name: "Options du message" })
    .click()
  await owner.getByRole("menuitem", { name: "Supprimer pour nous deux" }).click()
  await owner.getByRole("button", { name: "Supprimer pour nous deux" }).last().click()
  await expect(row(requester, `Seven is fine ${mark}`)).toContainText("Message deleted")
  await expect(row(requester, `Seven is fine ${mark}`)).not.toContainText(`Friday at seven ${mark}`)
})

test("a reply that was begun is still one after the page is left, and on another device", async ({
  browser,
  passes,
}) => {
  const { requester, owner, id, path } = await meetPair(browser, passes, "replies")
  const mark = Date.now()
  await post(owner, id, `Friday or Saturday ${mark}`)
  await openLive(requester, path)
  await choose(requester, `Friday or Saturday ${mark}`, /^Reply/)
  await composer(requester).fill(`Saturday ${mark}`)
  await requester.getByRole("link", { name: "Salon" }).first().click()
  await expect(composer(requester)).toHaveCount(0)
  await openLive(requester, path)
  await expect(bar(requester)).toContainText(`Friday or Saturday ${mark}`)
  await expect(composer(requester)).toHaveValue(`Saturday ${mark}`)

  const saved = () => ask<{ draft_reply_to: number | null }>(requester, { method: "GET", path: `/conversations/${id}` })
  await expect.poll(async () => (await saved()).draft_reply_to).not.toBeNull()
  await requester.evaluate(() => localStorage.clear())
  await openLive(requester, path)
  await expect(bar(requester)).toContainText(`Friday or Saturday ${mark}`)
  expect(await axe(requester)).toEqual([])
  await composer(requester).press("Enter")
  await expect(bar(requester)).toHaveCount(0)
  await expect(row(requester, `Saturday ${mark}`)).toContainText(`Friday or Saturday ${mark}`)
  await expect.poll(async () => (await saved()).draft_reply_to).toBeNull()
})

test("a message that is not loaded is shown with the draft that replies to it, a quote loads it, and a reply written offline is sent with its quote", async ({
  browser,
  passes,
}) => {
  const { requester, owner, id, path } = await meetPair(browser, passes, "replies")
  const mark = Date.now()
  const { seq } = (await post(owner, id, `Far above ${mark}`)) as { seq: number }
  for (let n = 0; n < 26; n += 1) await post(n % 2 ? owner : requester, id, `Part ${n} of ${mark}`)
  await ask(requester, {
    method: "POST",
    path: `/conversations/${id}/messages`,
    body: { client_id: crypto.randomUUID(), body: `About that ${mark}`, reply_to: seq },
  })
  // Where something is unread, the page has the 25 messages before it.
  await post(owner, id, `Unread ${mark}`)
  const draft = { body: `About the first ${mark}`, reply_to: seq }
  await ask(requester, { method: "PUT", path: `/conversations/${id}/draft`, body: draft })
  await openLive(requester, path)
  await expect(bar(requester)).toContainText(`Far above ${mark}`)
  await expect(bar(requester)).toContainText("Replying to Édith")
  await composer(requester).fill("")
  await composer(requester).press("Escape")
  await expect(bar(requester)).toHaveCount(0)
  const reply = row(requester, `About that ${mark}`)
  await expect(log(requester).getByText(`Part 0 of ${mark}`)).toHaveCount(0)
  await reply.getByRole("button", { name: /In reply to/ }).click()
  await expect(
    log(requester)
      .getByRole("listitem")
      .filter({ hasText: `Far above ${mark}` })
      .first(),
  ).toBeFocused()

  await requester.reload()
  await openLive(requester, path)
  await requester.context().setOffline(true)
  await choose(requester, `About that ${mark}`, /^Reply/)
  await say(requester, `Written in a tunnel ${mark}`)
  await expect(row(requester, `Written in a tunnel ${mark}`)).toContainText("In reply to you")
  await requester.context().setOffline(false)
  await expect(row(requester, `Written in a tunnel ${mark}`)).toContainText(/Sent|Read/, { timeout: 15_000 })
  const { data } = await ask<{ data: { body: string; reply_to: { body: string } | null }[] }>(owner, {
    method: "GET",
    path: `/conversations/${id}/messages?limit=1`,
  })
  expect(data[0]).toMatchObject({ body: `Written in a tunnel ${mark}`, reply_to: { body: `About that ${mark}` } })
})
