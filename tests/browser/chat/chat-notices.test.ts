import { expect } from "@playwright/test"
import { ask, log, meetPair, notices, openLive, post, say, setHidden } from "../chat-people"
import { test } from "../test"

test.describe.configure({ mode: "default" })

// A conversation that is still on somebody's screen is read there.
test.afterEach(async ({ browser }) => {
  for (const context of browser.contexts()) await context.close()
})

test("a conversation has one notice, which counts its messages and closes when they are read or deleted", async ({
  browser,
  passes,
}) => {
  const { requester, owner, id, path } = await meetPair(browser, passes, "notices")
  await openLive(requester, path)
  await openLive(requester, "/about")
  const mark = Date.now()
  await post(owner, id, `One ${mark}`)
  await expect(notices(requester).getByText(`One ${mark}`)).toBeVisible()
  await post(owner, id, `Two ${mark}`)
  const third = (await post(owner, id, `Three ${mark}`)) as { seq: number }
  await expect(notices(requester).getByText("3 new messages")).toBeVisible()
  await expect(notices(requester).getByRole("button", { name: "Open" })).toHaveCount(1)
  await expect(requester).toHaveTitle(/^\(3\) /)
  await ask(owner, { method: "DELETE", path: `/conversations/${id}/messages/${third.seq}?for=both` })
  await expect(notices(requester).getByText("2 new messages")).toBeVisible()
  await expect(requester).toHaveTitle(/^\(2\) /)
  // Read on another device.
  await ask(requester, { method: "POST", path: `/conversations/${id}/read`, body: { seq: third.seq } })
  await expect(notices(requester).getByRole("button", { name: "Open" })).toHaveCount(0)
  await expect(requester).not.toHaveTitle(/^\(/)
})

test("a tab that comes to the front shows no notice of the open conversation, nor of messages read meanwhile", async ({
  browser,
  passes,
}) => {
  const { requester, owner, id, path } = await meetPair(browser, passes, "notices")
  const other = await requester.context().newPage()
  await openLive(requester, path)
  await openLive(other, "/about")
  await setHidden(requester, true)
  await setHidden(other, true)
  const mark = Date.now()
  await post(owner, id, `While nobody looks ${mark}`)
  await expect(log(requester).getByText(`While nobody looks ${mark}`)).toBeVisible()
  await setHidden(requester, false)
  await expect
    .poll(
      async () =>
        (await ask<{ unread_messages_count: number }>(requester, { method: "GET", path: `/conversations/${id}` }))
          .unread_messages_count,
    )
    .toBe(0)
  await setHidden(other, false)
  await requester.waitForTimeout(1_000)
  for (const page of [requester, other])
    await expect(notices(page).getByRole("button", { name: "Open" })).toHaveCount(0)
  await setHidden(other, true)
  await setHidden(requester, true)
  await post(owner, id, `And nobody read it ${mark}`)
  await other.waitForTimeout(500)
  await expect(notices(other).getByText(`And nobody read it ${mark}`)).toHaveCount(0)
  await setHidden(other, false)
  await expect(notices(other).getByText(`And nobody read it ${mark}`)).toBeVisible()
})

test("a conversation that the user blocks is no longer counted as unread", async ({ browser, passes }) => {
  const { requester, owner, id } = await meetPair(browser, passes, "notices")
  await openLive(owner, "/about")
  await post(requester, id, `Before the block ${Date.now()}`)
  await expect(owner).toHaveTitle(/^\(\d+\) /)
  const { id: requesterId } = await ask<{ id: string }>(requester, { method: "GET", path: "/auth/me" })
  await ask(owner, { method: "PUT", path: `/blocks/${requesterId}` })
  try {
    await expect(owner).not.toHaveTitle(/^\(/)
  } finally {
    await ask(owner, { method: "DELETE", path: `/blocks/${requesterId}` })
  }
})

test("a count that arrives while a page loads is not lost", async ({ browser, passes }) => {
  const { requester, owner, id } = await meetPair(browser, passes, "notices")
  const { last_seq } = await ask<{ last_seq: number }>(requester, { method: "GET", path: `/conversations/${id}` })
  await ask(requester, { method: "POST", path: `/conversations/${id}/read`, body: { seq: last_seq } })
  await openLive(requester, "/about")
  // The page's data has arrived, and the page does not have it yet.
  await requester.evaluate(() => {
    const fetch = window.fetch
    window.fetch = async (...call) => {
      const response = await fetch(...call)
      const address = call[0] instanceof Request ? call[0].url : String(call[0])
      if (address.includes("/faq.data"))
        await new Promise((resolve) => Object.assign(window, { isHeld: true, release: resolve }))
      return response
    }
  })
  await requester
    .getByRole("contentinfo")
    .getByRole("link", { name: /Questions/ })
    .first()
    .click()
  await requester.waitForFunction(() => "isHeld" in window)
  await post(owner, id, `While the page loads ${Date.now()}`)
  await expect(requester).toHaveTitle(/^\(1\) /)
  await requester.evaluate(() => (window as unknown as { release: () => void }).release())
  await expect(requester).toHaveURL(/\/faq/)
  await expect(requester).toHaveTitle(/^\(1\) .*(Questions|questions)/)
})

test("a count that is older than the last message is taken once more", async ({ browser, passes }) => {
  const { requester, owner, id } = await meetPair(browser, passes, "notices")
  const { last_seq } = await ask<{ last_seq: number }>(requester, { method: "GET", path: `/conversations/${id}` })
  await ask(requester, { method: "POST", path: `/conversations/${id}/read`, body: { seq: last_seq } })
  await openLive(requester, "/about")
  // On a busy machine the deletion may come later after the messages than a count is doubted.
  await requester.clock.setFixedTime(Date.now())
  await post(owner, id, `Counted ${Date.now()}`)
  const second = (await post(owner, id, `Deleted ${Date.now()}`)) as { seq: number }
  await expect(requester).toHaveTitle(/^\(2\) /)
  // The index does not know of the messages yet, the first time.
  await requester.evaluate(() => {
    const fetch = window.fetch
    window.fetch = async (...call) => {
      const response = await fetch(...call)
      if (!String(call[0]).includes("/api/auth/me")) return response
      window.fetch = fetch
      return Response.json({ ...((await response.json()) as object), unread_messages_count: 0 })
    }
  })
  await ask(owner, { method: "DELETE", path: `/conversations/${id}/messages/${second.seq}?for=both` })
  await expect(requester).not.toHaveTitle(/^\(/)
  await expect(requester).toHaveTitle(/^\(1\) /)
})

test("a message in a conversation open on both sides costs two requests at most", async ({ browser, passes }) => {
  const { requester, owner, path } = await meetPair(browser, passes, "notices")
  await openLive(requester, path)
  await openLive(owner, path)
  await say(owner, `To begin with ${Date.now()}`)
  await requester.waitForTimeout(3_500)
  const requests: string[] = []
  for (const page of [requester, owner])
    page.on("request", (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
  const mark = Date.now()
  await say(owner, `The one that is counted ${mark}`)
  await expect(log(requester).getByText(`The one that is counted ${mark}`)).toBeVisible()
  await requester.waitForTimeout(4_500)
  console.log(`requests for one message: ${requests.join(", ")}`)
  expect(requests.length).toBeGreaterThan(0)
  expect(requests.length).toBeLessThanOrEqual(2)
})
