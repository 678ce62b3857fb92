import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { closest, pan, type View, whole, zoomAt } from "~/features/profiles/gallery/zoom"

const stage = { width: 800, height: 600 }

describe("a picture that is zoomed", () => {
  test("a zoomed picture stays in place under the finger", () => {
    const point = { x: 100, y: -50 }
    const view = zoomAt(whole, 2, point, stage)
    expect(view).toEqual({ scale: 2, x: -100, y: 50 })
    // The point of the picture under the finger: (finger - x) / scale, before and after.
    expect({ x: (point.x - view.x) / view.scale, y: (point.y - view.y) / view.scale }).toEqual(point)
  })

  test("a zoomed picture is never smaller than whole, nor larger than its limit", () => {
    expect(zoomAt({ scale: 2, x: 80, y: 10 }, 0.1, { x: 10, y: 10 }, stage)).toEqual(whole)
    expect(zoomAt(whole, 100, { x: 0, y: 0 }, stage).scale).toBe(closest)
  })

  test("a zoomed picture can be moved to its edges and no further", () => {
    expect(pan({ scale: 2, x: 0, y: 0 }, { x: 10_000, y: -10_000 }, stage)).toEqual({ scale: 2, x: 400, y: -300 })
    expect(pan(whole, { x: 50, y: 50 }, stage)).toEqual(whole)
  })

  test("a zoomed picture covers the stage after any acts", () => {
    const number = fc.double({ min: -2_000, max: 2_000, noNaN: true })
    const action = fc.record({ factor: fc.double({ min: 0.1, max: 10, noNaN: true }), x: number, y: number })
    fc.assert(
      fc.property(fc.array(action, { maxLength: 20 }), (actions) => {
        let view: View = whole
        for (const { factor, ...point } of actions) view = pan(zoomAt(view, factor, point, stage), point, stage)
        expect(view.scale).toBeGreaterThanOrEqual(1)
        expect(view.scale).toBeLessThanOrEqual(closest)
        expect(Math.abs(view.x)).toBeLessThanOrEqual((stage.width * (view.scale - 1)) / 2)
        expect(Math.abs(view.y)).toBeLessThanOrEqual((stage.height * (view.scale - 1)) / 2)
      }),
    )
  })
})
