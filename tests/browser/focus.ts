import { expect, type Page } from "@playwright/test"

/** Checks that the focus of the keyboard is seen wherever Tab can take it. */
export async function expectFocusSeen(page: Page): Promise<void> {
  // Scripts move the focus below: it shows only after a key.
  await page.keyboard.press("Tab")
  expect.soft(await unseenFocus(page), "where the focus is not seen").toEqual([])
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
