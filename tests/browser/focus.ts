import { expect, type Page } from "@playwright/test"

/** Checks that the focus of the keyboard is seen wherever Tab can take it, on a phone and on a desktop. */
export async function expectFocusSeen(page: Page): Promise<void> {
  // Scripts move the focus below: it shows only after a key.
  await page.keyboard.press("Tab")
  expect.soft(await unseenFocus(page), "where the focus is not seen").toEqual([])
  const { width = 1280 } = page.viewportSize() ?? {}
  for (const size of [width, 360]) {
    await page.setViewportSize({ width: size, height: 700 })
    expect.soft(await coveredFocus(page), `what is covered when it has the focus, ${size} pixels wide`).toEqual([])
  }
  await page.setViewportSize({ width, height: 800 })
}

/** Returns the controls of which nothing is on the screen once the focus has scrolled to them (WCAG 2.4.11). */
function coveredFocus(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const controls = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], video[controls]"
    const nameOf = (element: Element) => (element.cloneNode(false) as Element).outerHTML.slice(0, 160)
    const parts = [0.1, 0.5, 0.9]

    /** Returns what lies over a control, or "the edge of the screen"; null if some of it is seen. */
    function coverOf(control: HTMLElement): string | null {
      const shown = control.closest("label") ?? control
      let cover: Element | null = null
      for (const box of shown.getClientRects()) {
        const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)]
        const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)]
        if (left >= right || top >= bottom) continue
        for (const x of parts)
          for (const y of parts) {
            const hit = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y)
            if (hit && shown.contains(hit)) return null
            cover ??= hit
          }
      }
      return cover ? nameOf(cover) : "the edge of the screen"
    }

    const covered: string[] = []
    for (const control of document.querySelectorAll<HTMLElement>(controls)) {
      if (control.tabIndex < 0 || !control.checkVisibility({ visibilityProperty: true })) continue
      control.focus()
      if (document.activeElement !== control || coverOf(control) === null) continue
      // Suggestions below a field close a moment after the focus has left it.
      await new Promise((resolve) => setTimeout(resolve, 100))
      const cover = coverOf(control)
      if (cover) covered.push(`${nameOf(control)} by ${cover}`)
    }
    ;(document.activeElement as HTMLElement | null)?.blur()
    scrollTo(0, 0)
    return covered
  })
}

/**
 * Returns the controls that look alike with the focus and without it, or are not there to be seen with it. Of those with
 * the same classes one is tried. A mark may be on the control, within its label, card or list item, or on what holds it.
 */
function unseenFocus(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], video[controls]"
    const nameOf = (element: Element) => (element.cloneNode(false) as Element).outerHTML.slice(0, 160)
    /** The number of levels above a control that may show its focus. */
    const levels = 3

    function marksOf(control: HTMLElement): string {
      const holder = control.closest("label, article, li") ?? control.parentElement ?? control
      const around: Element[] = [...holder.querySelectorAll("*")]
      for (let box = control.parentElement, at = 0; box && at < levels; box = box.parentElement, at += 1)
        around.push(box)
      const looks = [control, ...around.slice(0, 80)].flatMap((element) =>
        [undefined, "::before", "::after"].map((pseudo) => {
          const style = getComputedStyle(element, pseudo)
          if (pseudo && style.content === "none") return ""
          const isOutlined = style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) >= 1
          return [
            isOutlined && `${style.outlineColor} ${style.outlineWidth} ${style.outlineOffset}`,
            style.boxShadow,
            style.borderTopColor,
            style.borderTopWidth,
            style.backgroundColor,
            style.stroke,
            style.strokeWidth,
            style.clipPath,
          ].join(" ")
        }),
      )
      return looks.join("\n")
    }

    const isPresent = (element: Element) => element.checkVisibility({ visibilityProperty: true })
    const isSeen = (control: HTMLElement) => {
      const shown = control.closest("label") ?? control
      const { width, height } = shown.getBoundingClientRect()
      return width > 1 && height > 1
    }

    const tried = new Set<string>()
    const unseen: string[] = []
    for (const control of document.querySelectorAll<HTMLElement>(controls)) {
      const kind = `${control.localName} ${control.getAttribute("type")} ${control.className} ${control.parentElement?.className}`
      if (control.tabIndex < 0 || control.matches(":disabled, [inert] *") || !isPresent(control) || tried.has(kind))
        continue
      tried.add(kind)
      ;(document.activeElement as HTMLElement | null)?.blur()
      const before = marksOf(control)
      control.focus({ preventScroll: true })
      if (document.activeElement !== control) continue
      if (!control.matches(":focus-visible")) unseen.push(`takes the focus silently: ${nameOf(control)}`)
      else if (marksOf(control) === before) unseen.push(`looks as before: ${nameOf(control)}`)
      else if (!isSeen(control)) unseen.push(`is not shown: ${nameOf(control)}`)
    }
    ;(document.activeElement as HTMLElement | null)?.blur()
    return unseen
  })
}
