import type { Browser, BrowserContext, Page } from "@playwright/test"
import { origins } from "./addresses"
import { bareAddress, type Language, newNetwork, postForm } from "./test"

export type Passes = Awaited<ReturnType<BrowserContext["storageState"]>>

/** Opens a browser for somebody else, and signs them in: a proof that decisions ask for. */
export async function enterAs(
  browser: Browser,
  storageState: Passes,
  account: { email: string; password: string },
  language: Language,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origins[language],
    reducedMotion: "reduce",
    storageState,
    extraHTTPHeaders: { "CF-Connecting-IP": newNetwork() },
  })
  const page = await context.newPage()
  await page.goto(bareAddress)
  await postForm(page, "/auth/login", { ...account })
  return page
}
