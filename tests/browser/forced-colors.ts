import { expect, type Page } from "@playwright/test"

/** Checks that forced colours hide no field and no chosen item, on a phone and on a desktop. */
export async function expectSeenInForcedColors(page: Page): Promise<void> {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect.soft(await lostInForcedColors(page), `in forced colours, ${width} pixels wide`).toEqual([])
  }
}

/**
 * Returns what is lost on a page in forced colours, which replace every background: fields without an edge, and chosen
 * items that look like the others of their group.
 */
async function lostInForcedColors(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: "active" })
  const lost = await page.evaluate(() => {
    const isShown = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    const nameOf = (element: Element) => (element.cloneNode(false) as Element).outerHTML.slice(0, 200)
    const sides = ["top", "right", "bottom", "left"] as const

    function hasEdge(element: Element): boolean {
      const style = getComputedStyle(element)
      const hasBorder = sides.some(
        (side) =>
          style.getPropertyValue(`border-${side}-style`) !== "none" &&
          Number.parseFloat(style.getPropertyValue(`border-${side}-width`)) >= 1,
      )
      return hasBorder || (style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) >= 1)
    }

    /** The boxes that close tightly around a field: its own, and those of its wrappers. */
    function boxesOf(field: Element): Element[] {
      const boxes = [field]
      const { height } = field.getBoundingClientRect()
      for (let box = field.parentElement; box && boxes.length < 4; box = box.parentElement) {
        if (box.getBoundingClientRect().height > height + 40) break
        boxes.push(box)
      }
      return boxes
    }

    const probe = document.body.appendChild(document.createElement("i"))
    probe.style.backgroundColor = "Canvas"
    const canvas = getComputedStyle(probe).backgroundColor
    probe.remove()
    /** The colour that is seen: the page's own where nothing is painted. */
    const seen = (color: string) => (/, 0\)$/.test(color) ? canvas : color)

    /** The signs of a state, for each part of an element; a text that is a little bolder is seen by nobody. */
    function looksOf(element: Element): string[] {
      return [element, ...element.querySelectorAll("*")].flatMap((part) =>
        [undefined, "::before", "::after"].map((pseudo) => {
          const style = getComputedStyle(part, pseudo)
          if (pseudo && style.content === "none") return ""
          const edges = sides.map((side) => [
            style.getPropertyValue(`border-${side}-width`),
            Number.parseFloat(style.getPropertyValue(`border-${side}-width`)) > 0 &&
              style.getPropertyValue(`border-${side}-color`),
          ])
          return JSON.stringify([
            part.localName,
            part.localName === "a" ? null : (part.getAttribute("d") ?? part.getAttribute("href")),
            edges,
            style.outlineStyle,
            style.outlineStyle === "none" ? "" : style.outlineColor,
            seen(style.backgroundColor),
            style.color,
            style.textDecorationLine,
            style.opacity,
            style.visibility,
            style.display,
            style.translate,
            style.fill,
          ])
        }),
      )
    }

    const fields =
      "input:not([type=hidden], [type=checkbox], [type=radio], [type=file], [type=range]), textarea, select"
    const edgeless = [...document.querySelectorAll(fields)]
      .filter((field) => isShown(field) && field.getBoundingClientRect().width > 4)
      .filter((field) => !boxesOf(field).some(hasEdge))
      .map((field) => `has no edge: ${nameOf(field)}`)

    const alike: string[] = []
    for (const state of ["aria-pressed", "aria-selected", "aria-checked", "aria-current"])
      for (const chosen of document.querySelectorAll(`[${state}]:not([${state}=false], [${state}=""])`)) {
        if (!isShown(chosen)) continue
        const group = chosen.closest("nav, ul, ol, fieldset, [role=group], [role=tablist], [role=radiogroup]")
        const others = [...(group ?? document.body).querySelectorAll(chosen.localName)].filter(
          (other) => other.matches(`:not([${state}]), [${state}=false]`) && other.className !== "" && isShown(other),
        )
        // The last of the breadcrumbs is known by its place.
        if (group?.querySelector("li:last-child")?.contains(chosen) && chosen.matches("ol *")) continue
        const known = new Set(others.flatMap(looksOf))
        const isLikeAll = others.length > 0 && looksOf(chosen).every((look) => known.has(look))
        if (isLikeAll && group) alike.push(`looks like the others, ${state}: ${nameOf(chosen)}`)
      }
    return [...edgeless, ...alike]
  })
  await page.emulateMedia({ forcedColors: "none" })
  return lost
}
