import { gzipSync } from "node:zlib"
import type { Page } from "@playwright/test"
import { expect, hydrated, test } from "../test"

/** Fetches a file from within the page, as the browser would. */
function ask(page: Page, path: string) {
  return page.evaluate(async (path) => {
    const response = await fetch(path)
    return { status: response.status, type: response.headers.get("Content-Type"), size: (await response.blob()).size }
  }, path)
}

test("icons, manifest and fonts exist, each with its type", async ({ page }) => {
  await page.goto("/auth/login")
  const linked = (rel: string) =>
    page.locator(`head link[rel="${rel}"]`).evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""))
  const types: Record<string, string> = {
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
  }

  const icons = await linked("icon")
  expect(icons).toEqual(["/favicon.svg", "/favicon-48.png"])
  const [manifest = ""] = await linked("manifest")
  const manifestIcons = await page.evaluate(async (path) => {
    const { icons } = await (await fetch(path)).json<{ icons: { src: string }[] }>()
    return icons.map(({ src }) => src)
  }, manifest)
  const fonts = await linked("preload")
  const files = [
    ...icons,
    ...(await linked("apple-touch-icon")),
    manifest,
    ...manifestIcons,
    ...fonts.filter((path) => path.endsWith(".woff2")),
  ]
  expect(files.length).toBeGreaterThan(6)
  for (const path of files) {
    const { status, type, size } = await ask(page, path)
    expect(status, path).toBe(200)
    expect(type, path).toBe(types[path.slice(path.lastIndexOf("."))])
    expect(size, path).toBeGreaterThan(100)
  }
})

test("both typefaces are the app's own and in use", async ({ page }) => {
  await page.goto("/")
  await hydrated(page)
  await page.evaluate(() => document.fonts.ready)
  const loaded = await page.evaluate(() =>
    [...document.fonts].filter(({ status }) => status === "loaded").map(({ family }) => family.replaceAll('"', "")),
  )
  expect(loaded.some((family) => family.startsWith("Inter"))).toBe(true)
  expect(loaded.some((family) => family.startsWith("Fraunces"))).toBe(true)
})

test("a document's scripts are fetched once its first text and pictures are painted", async ({ page }) => {
  await page.goto("/escorts")
  await hydrated(page)
  const { painted, scripts } = await page.evaluate(() => ({
    painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.POSITIVE_INFINITY,
    scripts: performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.endsWith(".js"))
      .map(({ startTime }) => startTime),
  }))
  expect(scripts.length).toBeGreaterThan(5)
  expect(Math.min(...scripts)).toBeGreaterThan(painted)
})

test("a document that is not painted, as in a tab in the background, runs its scripts all the same", async ({
  page,
}) => {
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => undefined
  })
  await page.goto("/faq")
  await hydrated(page)
})

test("a press between React's start and its first render causes no error", async ({ page }) => {
  await page.addInitScript(() => {
    // By which React's scheduler starts what it was given.
    const post = MessagePort.prototype.postMessage
    MessagePort.prototype.postMessage = function (this: MessagePort, ...args: [unknown]) {
      post.apply(this, args)
      if (document.documentElement.dataset.hydrated !== undefined) return
      queueMicrotask(() => document.querySelector("input")?.dispatchEvent(new MouseEvent("click", { bubbles: true })))
    } as typeof post
  })
  await page.goto("/auth/login")
  await hydrated(page)
})

test("a document that React renders again after a mismatch has its styles", async ({ page, faults }) => {
  faults.expect(/Minified React error/)
  await page.addInitScript(() => {
    document.addEventListener("DOMContentLoaded", () => document.body.insertAdjacentHTML("afterbegin", "<hr>"))
  })
  await page.goto("/faq")
  await hydrated(page)
  await expect(page.locator("hr")).toHaveCount(0)
  await expect(page.locator("body")).not.toHaveCSS("background-color", "rgba(0, 0, 0, 0)")
})

const kilobyte = 1024

/** A page's own scripts and the list of routes, in KB: the budget of public pages, and the login page with its forms and icons. */
const scripts = { "/": 134, "/escorts": 134, "/escorts/camille-aubert": 134, "/auth/login": 138 }

for (const [path, limit] of Object.entries(scripts)) {
  test(`${path} costs a visitor at most ${limit} KB of script, 16 KB of style and 80 KB of type`, async ({ page }) => {
    const bodies: Record<"js" | "css" | "woff2", Promise<Buffer>[]> = { js: [], css: [], woff2: [] }
    // In the document itself, so that no page waits for them.
    const styles = async () =>
      gzipSync(await page.locator("style#styles").evaluate((style) => style.textContent ?? "")).length / kilobyte
    page.on("response", (response) => {
      const [, kind] = /\/assets\/.+\.(js|css|woff2)$/.exec(new URL(response.url()).pathname) ?? []
      if (kind) bodies[kind as keyof typeof bodies].push(response.body())
    })
    await page.goto(path)
    await hydrated(page)
    await page.waitForLoadState("networkidle")
    const weigh = async (files: Promise<Buffer>[], pack: (body: Buffer) => Buffer) =>
      (await Promise.all(files)).reduce((sum, body) => sum + pack(body).length, 0) / kilobyte
    expect(bodies.js.length).toBeGreaterThan(3)
    expect(bodies.css).toEqual([])
    expect(await weigh(bodies.js, gzipSync), "KB of script, gz").toBeLessThanOrEqual(limit)
    expect(await styles(), "KB of style, gz").toBeGreaterThan(5)
    expect(await styles(), "KB of style, gz").toBeLessThanOrEqual(16)
    expect(await weigh(bodies.woff2, (body) => body), "KB of type").toBeLessThanOrEqual(80)
  })
}
