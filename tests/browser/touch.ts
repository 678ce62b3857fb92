import { expect, type Page } from "@playwright/test"

/** Checks that every control within `within` can be pressed by a finger on a phone. */
export async function expectPressable(page: Page, within?: string): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 })
  // Panels slide away at the smaller size, which takes a moment.
  await expect
    .configure({ soft: true })
    .poll(() => unpressable(page, within), "what is too small for a finger")
    .toEqual([])
}

/**
 * Returns controls that are too small to press, or covered by a neighbour, a line each, from the layout alone. A target
 * reaches 22 pixels to each side of its middle (WCAG 2.5.5); links in running text may be as small as their words.
 */
function unpressable(page: Page, within = "body"): Promise<string[]> {
  return page.evaluate((within) => {
    const reach = 21
    const controls = "a[href], button, summary, select, textarea, input:not([type=hidden])"
    const found: string[] = []
    // The exit moves to the header, where its own test measures it.
    for (const exit of document.querySelectorAll("[href='/exit']")) exit.remove()

    const ownerOf = (element: Element | null) => element?.closest(`${controls}, label`) ?? null
    const nameOf = (one: Element) =>
      `${one.tagName.toLowerCase()} “${(one.getAttribute("aria-label") ?? (one.textContent || one.getAttribute("name")) ?? "").trim().slice(0, 40)}”`
    const isInText = (one: HTMLElement) =>
      getComputedStyle(one).display === "inline" &&
      [...(one.parentElement?.childNodes ?? [])].some(
        (node) => node !== one && node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      )
    const isShown = (one: HTMLElement) => {
      const { width, height } = one.getBoundingClientRect()
      return width > 1 && height > 1 && one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    }

    const scope = document.querySelector(within) ?? document
    for (const one of scope.querySelectorAll<HTMLElement>(controls)) {
      if (!isShown(one) || isInText(one) || one.matches(":disabled, [tabindex='-1'], [href='#content']")) continue
      one.scrollIntoView({ block: "center", inline: "center" })
      // A checkbox is as large as its label.
      const label = one.closest("label")
      const takes = (x: number, y: number) => {
        const hit = ownerOf(document.elementFromPoint(x, y))
        return hit !== null && (hit === one || hit === label)
      }
      const { left, top, right, bottom } = (label ?? one).getBoundingClientRect()
      // For a link on two lines, the middle of the first.
      const line = one.getClientRects()[0] ?? one.getBoundingClientRect()
      const isBroken = one.getClientRects().length > 1
      const x = isBroken ? line.left + line.width / 2 : (left + right) / 2
      const y = isBroken ? line.top + line.height / 2 : (top + bottom) / 2
      if (!takes(x, y)) {
        found.push(`covered: ${nameOf(one)}`)
        continue
      }
      const misses = [
        [x - reach, y],
        [x + reach, y],
        [x, y - reach],
        [x, y + reach],
      ].filter(([atX = 0, atY = 0]) => !takes(atX, atY))
      if (misses.length > 0)
        found.push(`too small: ${nameOf(one)}, ${Math.round(right - left)} x ${Math.round(bottom - top)}`)
      const corners = [
        [left + 1, y],
        [right - 1, y],
        [x, top + 1],
        [x, bottom - 1],
      ] as const
      // A button inside a field, such as the one that shows a password, is drawn there.
      const isInside = (atX: number, atY: number) => {
        const inner = ownerOf(document.elementFromPoint(atX, atY))?.getBoundingClientRect()
        return inner && inner.left >= left && inner.right <= right && inner.top >= top && inner.bottom <= bottom
      }
      const isWhole =
        isBroken || corners.every(([atX, atY]) => atX < 0 || atX > innerWidth || takes(atX, atY) || isInside(atX, atY))
      if (!isWhole) found.push(`pressed by a neighbour: ${nameOf(one)}`)
    }
    return [...new Set(found)]
  }, within)
}
