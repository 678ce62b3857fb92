import { createServer, connect as openSocket, type Server, type Socket } from "node:net"
import { chromium, type Page } from "@playwright/test"
import { origins, pairs, port } from "../addresses"
import { ask, composer, enterAs, log, meetPair, openLive, post, say } from "../chat-people"
import { launchOptions } from "../launch"
import { axe, expect, open, test } from "../test"

test.describe.configure({ mode: "default" })

// A conversation that is still on somebody's screen is read there.
test.afterEach(async ({ browser }) => {
  for (const context of browser.contexts()) await context.close()
})

const banner = (page: Page) => page.getByText("You’re offline. Messages will be sent when you’re back online.")
const bodies = (page: Page) => log(page).locator("li").allInnerTexts()

for (const [how, fail] of [
  ["cut off", "abort"],
  ["answered with 503", "fulfill"],
] as const) {
  test(`a background request that is ${how} leaves the conversation and the typed text as they are`, async ({
    browser,
    passes,
  }) => {
    const { requester, owner, id, path } = await meetPair(browser, passes, "offline")
    await openLive(requester, path)
    await composer(requester).fill("Half an answer")
    let failed = 0
    await requester.route(/\.data(\?|$)|\/api\/(auth\/me|conversations|notifications)/, (route) => {
      failed += 1
      return fail === "abort" ? route.abort() : route.fulfill({ status: 503, body: "{}" })
    })
    const mark = Date.now()
    await post(owner, id, `While nothing gets through ${mark}`)
    await expect(log(requester).getByText(`While nothing gets through ${mark}`)).toBeVisible()
    await expect.poll(() => failed).toBeGreaterThan(0)
    await requester.waitForTimeout(600)
    await expect(composer(requester)).toHaveValue("Half an answer")
    await requester.unroute(/\.data(\?|$)|\/api\/(auth\/me|conversations|notifications)/)
    await post(owner, id, `And again ${mark}`)
    await expect(log(requester).getByText(`And again ${mark}`)).toBeVisible()
    const row = requester.getByRole("list", { name: "Conversations" }).getByRole("link", { name: /Adèle|Adele/ })
    await expect(row).toContainText(`And again ${mark}`)
    await composer(requester).fill("")
  })
}

test("messages written offline are sent by themselves, in order and once, and the page says that it is offline", async ({
  browser,
  passes,
}) => {
  const { requester, owner, path } = await meetPair(browser, passes, "offline")
  await openLive(requester, path)
  await openLive(owner, path)
  const mark = Date.now()
  await requester.context().setOffline(true)
  await expect(banner(requester)).toBeVisible()
  await say(requester, `First ${mark}`)
  await say(requester, `Second ${mark}`)
  await expect(requester.getByRole("button", { name: "Try again" })).toHaveCount(0)
  expect(await axe(requester)).toEqual([])
  await requester.context().setOffline(false)
  await expect(log(owner).getByText(`Second ${mark}`)).toBeVisible()
  await expect(banner(requester)).toHaveCount(0)
  const received = (await bodies(owner)).filter((text) => text.includes(String(mark)))
  expect(received.map((text) => text.split(" ")[0])).toEqual(["First", "Second"])
  await expect(log(requester).getByText(`First ${mark}`)).toHaveCount(1)
})

test("a message written offline outlives its tab and is sent once from the next open page, also with two tabs", async ({
  browser,
  passes,
}) => {
  const { requester, owner, id, path } = await meetPair(browser, passes, "offline")
  await openLive(requester, path)
  const context = requester.context()
  const text = `From the tunnel ${Date.now()}`
  await context.setOffline(true)
  await say(requester, text)
  await requester.close()
  await context.setOffline(false)
  const tabs = [await context.newPage(), await context.newPage()]
  await Promise.all(tabs.map((page) => open(page, "/about")))
  const sent = async () => {
    const { data } = await ask<{ data: { body: string }[] }>(owner, {
      method: "GET",
      path: `/conversations/${id}/messages`,
    })
    return data.filter(({ body }) => body === text).length
  }
  await expect.poll(sent).toBe(1)
  await tabs[0]?.waitForTimeout(500)
  expect(await sent()).toBe(1)
})

test("a message that is sent too soon is retried by itself after the wait that the server asks for", async ({
  browser,
  passes,
}) => {
  const { requester, owner, path } = await meetPair(browser, passes, "offline")
  await openLive(requester, path)
  await openLive(owner, path)
  let refused = 0
  await requester.route(/\/messages$/, (route) => {
    if (refused > 0 || route.request().method() !== "POST") return route.continue()
    refused += 1
    return route.fulfill({ status: 429, headers: { "Retry-After": "1" }, json: { message: "Please wait 1 second." } })
  })
  // Too large for a frame of the socket: it is sent by the API.
  const text = `${"€".repeat(3_800)} ${Date.now()}`
  await composer(requester).fill(text)
  await composer(requester).press("Enter")
  await expect(requester.getByText("Please wait 1 second.").first()).toBeVisible()
  await expect(log(owner).getByText(text)).toHaveCount(1)
  expect(refused).toBe(1)
  await expect(requester.getByRole("button", { name: "Try again" })).toHaveCount(0)
})

test("a refused message shows why in one sentence, and its author can retry or discard it", async ({
  browser,
  passes,
}) => {
  const { requester, path } = await meetPair(browser, passes, "offline")
  await openLive(requester, path)
  await requester.route(/\/messages$/, (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 422, json: { message: "This is no text." } })
      : route.continue(),
  )
  await composer(requester).fill("€".repeat(3_900))
  await composer(requester).press("Enter")
  await expect(log(requester).getByRole("alert")).toContainText("Not sent: This is no text.")
  await requester.getByRole("button", { name: "Try again" }).click()
  await expect(log(requester).getByRole("alert")).toContainText("Not sent: This is no text.")
  await requester.getByRole("button", { name: "Discard" }).click()
  await expect(log(requester).getByText("€".repeat(3_900))).toHaveCount(0)
})

/** Starts a proxy between a browser and the Worker; while it is down, connections are cut and refused. */
async function startLine() {
  const sockets = new Set<Socket>()
  let server: Server
  const at = { port: 0 }
  const up = () =>
    new Promise<void>((resolve) => {
      server = createServer((client) => {
        const worker = openSocket(port, "127.0.0.1")
        for (const socket of [client, worker]) {
          sockets.add(socket)
          socket.on("error", () => {})
          socket.on("close", () => {
            sockets.delete(socket)
            client.destroy()
            worker.destroy()
          })
        }
        client.pipe(worker)
        worker.pipe(client)
      }).listen(at.port, "127.0.0.1", () => {
        at.port = (server.address() as { port: number }).port
        resolve()
      })
    })
  const down = () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    return closed
  }
  await up()
  return { at, up, down }
}

/** Seconds of outage: within the first attempts, and beyond them. How soon a page reconnects is the supervisor's rule, whose tests have a clock. */
const outages = [2, 4]

test("a page reconnects once the server returns, after a short and a longer outage, and shows what it missed", async ({
  browser,
  passes,
}) => {
  test.setTimeout(90_000)
  const { owner, id, path } = await meetPair(browser, passes, "offline")
  const line = await startLine()
  const rules = `--host-resolver-rules=MAP en.localhost 127.0.0.1:${line.at.port}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`
  const args = launchOptions.args.map((one) => (one.startsWith("--host-resolver-rules") ? rules : one))
  const far = await chromium.launch({ ...launchOptions, args })
  try {
    const { page } = await enterAs(far, passes, pairs.offline.requester, "en")
    await page.goto(origins.en + path)
    await openLive(page, path)
    for (const seconds of outages) {
      await line.down()
      await expect(page.getByText(/^(You’re offline|No connection)/).first()).toBeVisible()
      const mark = Date.now()
      await say(page, `Written during ${seconds} s ${mark}`)
      await post(owner, id, `Missed during ${seconds} s ${mark}`)
      await page.waitForTimeout(Math.max(0, seconds * 1_000 - (Date.now() - mark)))
      await line.up()
      await page.waitForResponse(/\/api\/events/, { timeout: 90_000 })
      await expect(log(page).getByText(`Missed during ${seconds} s ${mark}`)).toBeVisible()
      await expect(page.getByText(/^(You’re offline|No connection)/)).toHaveCount(0)
      // The outbox sends it after the page has shown what it missed.
      const written = async () => {
        const { data } = await ask<{ data: { body: string }[] }>(owner, {
          method: "GET",
          path: `/conversations/${id}/messages`,
        })
        return data.filter(({ body }) => body === `Written during ${seconds} s ${mark}`).length
      }
      await expect.poll(written).toBe(1)
    }
  } finally {
    await far.close()
    await line.down()
  }
})
