import type { Locator, Page } from "@playwright/test"

/** Moves the focus to an element by the Tab key alone, which goes around the page. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  const isThere = () => target.evaluate((element) => element === document.activeElement)
  for (let steps = 0; steps < 250; steps += 1) {
    if (await isThere()) return
    await page.keyboard.press("Tab")
  }
  throw new Error(`Tab does not lead to ${target}`)
}

/** Presses a key on an element that Tab leads to. */
export async function press(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Writes into a field that Tab leads to, in the place of its text. */
export async function write(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press("ControlOrMeta+A")
  await page.keyboard.insertText(text)
}
