import type { Browser, Page } from "@playwright/test"
import { chatters, origins } from "../addresses"
import { axe, bareAddress, expect, hydrated, type Language, open, postForm, test } from "../test"

/** Opens a browser of a member, at the domain of their language, logged in. */
async function enter(browser: Browser, language: Language, who: "requester" | "owner"): Promise<Page> {
  const context = await browser.newContext({ baseURL: origins[language], reducedMotion: "reduce" })
  const page = await context.newPage()
  await page.goto(bareAddress)
  await postForm(page, "/auth/login", { email: chatters[who], password: chatters.password })
  return page
}

const composer = (page: Page) => page.getByRole("textbox", { name: /^(Write to|Écrire à) / })
const log = (page: Page) => page.getByRole("log")

async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await composer(page).press("Enter")
  await expect(log(page).getByText(text, { exact: true })).toBeVisible()
}

/** Opens, for the requester, a conversation with the owner in which both may write; returns its path. */
async function meet(asker: Page, owner: Page): Promise<string> {
  await open(asker, `/escorts/${chatters.slug}`)
  await asker.getByRole("link", { name: /^(Write to|Écrire à) Imane/ }).click()
  await asker.waitForURL(/\/profile\/chat\/(new|[0-9A-Z])/)
  if (asker.url().includes("/new")) {
    await hydrated(asker)
    await asker.getByRole("textbox").last().fill("Good evening. Would you be free on Friday?")
    await asker.getByRole("button", { name: /^(Send the request|Envoyer la demande)$/ }).click()
    await asker.waitForURL(/\/profile\/chat\/[0-9A-Z]{26}$/)
    const drafts = () =>
      asker.evaluate((slug) => Object.keys(localStorage).filter((key) => key.includes(` to ${slug}`)), chatters.slug)
    await expect.poll(drafts, "a sent first message is no draft").toEqual([])
  }
  const path = new URL(asker.url()).pathname
  await open(owner, path)
  const accept = owner.getByRole("button", { name: /^(Accept|Accepter)$/ })
  await expect(accept.or(composer(owner))).toBeVisible()
  if (await accept.isVisible()) await accept.click()
  await expect(composer(owner)).toBeVisible()
  await expect(composer(asker)).toBeVisible()
  return path
}

test.describe.configure({ mode: "serial" })

// A conversation that is still on somebody's screen is read there.
test.afterEach(async ({ browser }) => {
  for (const context of browser.contexts()) await context.close()
})

test("two people chat in two languages: a message appears at once, and its author sees that it was read", async ({
  browser,
}) => {
  const [asker, owner] = [await enter(browser, "en", "requester"), await enter(browser, "fr", "owner")]
  const path = await meet(asker, owner)
  const mark = Date.now()
  await say(owner, `Bonsoir, avec plaisir ${mark}`)
  await expect(log(asker).getByText(`Bonsoir, avec plaisir ${mark}`)).toBeVisible()
  await expect(
    log(owner)
      .getByRole("listitem")
      .filter({ hasText: `Bonsoir, avec plaisir ${mark}` }),
  ).toContainText("Lu")
  await composer(asker).pressSequentially("A b")
  await expect(owner.getByRole("status").getByText("Eleanor Marsh écrit")).toBeVisible()
  await say(asker, `A bistro\nor a quiet place ${mark}`)
  await expect(log(owner).getByText(`or a quiet place ${mark}`)).toBeVisible()
  for (const page of [asker, owner]) {
    expect(await axe(page)).toEqual([])
    await page.setViewportSize({ width: 360, height: 740 })
    await page.emulateMedia({ colorScheme: "dark" })
    expect(await axe(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
  }

  // Elsewhere on the site: a toast, the number at the icon and in the title; opened, it is read.
  const listens = asker.waitForResponse(/\/api\/events$/)
  await open(asker, "/about")
  await listens
  await expect(asker.getByRole("banner").getByRole("link", { name: "Messages", exact: true })).toBeVisible()
  await say(owner, `Je réserve ${mark}`)
  await expect(asker.getByRole("region", { name: "Notices" }).getByText(`Je réserve ${mark}`)).toBeVisible()
  await expect(asker).toHaveTitle(/^\(1\) /)
  await expect(asker.locator("link[rel=icon][type='image/svg+xml']")).toHaveAttribute("href", "/favicon-unread.svg")
  await asker.getByRole("link", { name: "Messages, 1 unread" }).click()
  await asker.getByRole("link", { name: /Imane Haddad/ }).click()
  await expect(asker).toHaveURL(path)
  await expect(log(asker).getByText(`Je réserve ${mark}`)).toBeVisible()
  await expect(asker).not.toHaveTitle(/^\(/)
})

test("a message is edited and deleted on both screens, and a draft is still there on another day", async ({
  browser,
}) => {
  const [asker, owner] = [await enter(browser, "en", "requester"), await enter(browser, "fr", "owner")]
  const path = await meet(asker, owner)
  const text = `Seven o’clock ${Date.now()}`
  await say(asker, text)
  const own = log(asker).getByRole("listitem").filter({ hasText: text })
  await own.hover()
  await own.getByRole("button", { name: "Message options" }).click()
  await asker.getByRole("menuitem", { name: "Edit" }).click()
  await asker.getByRole("textbox", { name: /^Write to/ }).fill(`${text}, no: eight`)
  await asker.getByRole("button", { name: "Save" }).click()
  await expect(log(owner).getByText(`${text}, no: eight`)).toBeVisible()

  const changed = log(asker)
    .getByRole("listitem")
    .filter({ hasText: `${text}, no: eight` })
  await changed.hover()
  await changed.getByRole("button", { name: "Message options" }).click()
  await asker.getByRole("menuitem", { name: "Delete for both" }).click()
  await asker.getByRole("alertdialog").getByRole("button", { name: "Delete for both" }).click()
  await expect(log(owner).getByText(`${text}, no: eight`)).toHaveCount(0)

  const draft = `Not yet sent ${Date.now()}`
  const saved = asker.waitForResponse((response) => response.url().endsWith("/draft"))
  await composer(asker).fill(draft)
  await saved
  await open(asker, path)
  await expect(composer(asker)).toHaveValue(draft)
  await composer(asker).fill("")
  await asker.waitForResponse((response) => response.url().endsWith("/draft"))
})

test("a message is sent by the socket, which needs no authorisation, and by the API when it does not reply", async ({
  browser,
}) => {
  const [asker, owner] = [await enter(browser, "en", "requester"), await enter(browser, "fr", "owner")]
  const path = await meet(asker, owner)
  let isDeaf = false
  let joined = () => {}
  const joining = new Promise<void>((resolve) => {
    joined = resolve
  })
  await asker.routeWebSocket(/\/app\//, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((frame) => {
      if (!isDeaf || !String(frame).includes("client-message")) server.send(frame)
    })
    server.onMessage((frame) => {
      socket.send(frame)
      if (/subscription_succeeded.*private-conversation/.test(String(frame))) joined()
    })
  })
  const posts: string[] = []
  asker.on("request", (request) => {
    const isWatched = /\/messages$|\/broadcasting\//.test(request.url())
    if (request.method() === "POST" && isWatched) posts.push(request.url())
  })
  await open(asker, path)
  await joining
  const mark = Date.now()
  await say(asker, `By the socket ${mark}`)
  await expect(log(owner).getByText(`By the socket ${mark}`)).toHaveCount(1)
  expect(posts).toEqual([])

  isDeaf = true
  await say(asker, `By the API ${mark}`)
  await expect(log(owner).getByText(`By the API ${mark}`)).toHaveCount(1)
  await expect(log(asker).getByText(`By the API ${mark}`)).toHaveCount(1)
  expect(posts).toHaveLength(1)
})

test("the list of notifications follows events, is read with the conversation, and entirely by a button", async ({
  browser,
}) => {
  const [asker, owner] = [await enter(browser, "en", "requester"), await enter(browser, "fr", "owner")]
  const path = await meet(asker, owner)
  const listens = asker.waitForResponse(/\/api\/events$/)
  await open(asker, "/profile/notifications")
  await listens
  const newest = asker.getByRole("list", { name: "Your notifications" }).getByRole("listitem").first()
  await say(owner, `Une nouvelle ${Date.now()}`)
  await expect(newest).toContainText(/Imane Haddad wrote to you.*Unread/s)
  expect(await axe(asker)).toEqual([])
  await newest.getByRole("link").click()
  await expect(asker).toHaveURL(path)
  await expect(composer(asker)).toBeVisible()
  await asker
    .getByRole("banner")
    .getByRole("link", { name: /^Notifications/ })
    .click()
  await expect(newest).toContainText("Imane Haddad wrote to you")
  await expect(newest).not.toContainText("Unread")

  await say(owner, `Une autre ${Date.now()}`)
  await expect(newest).toContainText("Unread")
  await asker.getByRole("button", { name: "Mark all as read" }).click()
  await expect(asker.getByText("Everything is marked as read.").first()).toBeVisible()
  await expect(newest).not.toContainText("Unread")
})

test("a message without script is sent by its form", async ({ browser }) => {
  const [asker, owner] = [await enter(browser, "en", "requester"), await enter(browser, "fr", "owner")]
  const path = await meet(asker, owner)
  const plain = await browser.newContext({
    baseURL: origins.en,
    javaScriptEnabled: false,
    storageState: await asker.context().storageState(),
  })
  const page = await plain.newPage()
  await page.goto(path)
  const text = `By post ${Date.now()}`
  await page.locator("textarea[name=body]").fill(text)
  await page.getByRole("button", { name: "Send", exact: true }).click()
  await expect(log(page).getByText(text)).toHaveCount(1)
  await expect(log(owner).getByText(text)).toHaveCount(1)
})

test("a blocked member is not informed and reaches nobody; unblocked, they do again", async ({ browser }) => {
  const [asker, owner] = [await enter(browser, "en", "requester"), await enter(browser, "fr", "owner")]
  const path = await meet(asker, owner)
  await owner.getByRole("button", { name: "Options de la conversation" }).click()
  await owner.getByRole("menuitem", { name: /^Bloquer/ }).click()
  await owner
    .getByRole("alertdialog")
    .getByRole("button", { name: /^Bloquer/ })
    .click()
  await expect(owner.getByText("Débloquez pour écrire de nouveau", { exact: false })).toBeVisible()
  await open(asker, path)
  await expect(asker.getByText("This conversation isn’t available.")).toBeVisible()
  await expect(asker.getByRole("main")).not.toContainText("Imane")
  await owner.getByRole("button", { name: /^Débloquer/ }).click()
  await expect(composer(owner)).toBeVisible()
  await open(asker, path)
  await expect(composer(asker)).toBeVisible()
})
