import { describe, expect, test } from "vitest"
import { wholePicture } from "~/browser/draw-picture"
import { cropText, largestCrop, movedCrop, resizedCrop } from "~/features/media/crop/crop"

const wide = { width: 2_000, height: 1_000 }
const tall = { width: 1_000, height: 2_000 }

/** Width by height in pixels. */
const shapeOf = ({ w, h }: { w: number; h: number }, size: typeof wide) => (w * size.width) / (h * size.height)

describe("the crop of a photo", () => {
  test.each([
    ["portrait", 0.8],
    ["square", 1],
  ] as const)("of the shape %s has it on any picture, and lies within it", (ratio, shape) => {
    for (const size of [wide, tall, { width: 7, height: 5 }]) {
      const crop = largestCrop(ratio, size)
      expect(shapeOf(crop, size)).toBeCloseTo(shape)
      expect(Math.max(crop.w, crop.h)).toBeCloseTo(1)
      expect(crop.x + crop.w).toBeLessThanOrEqual(1.000_001)
    }
  })

  test("is moved and resized within the picture, and keeps its shape", () => {
    let crop = largestCrop("square", wide)
    crop = resizedCrop(crop, { dx: -0.3, dy: 0, ratio: "square", size: wide })
    expect(shapeOf(crop, wide)).toBeCloseTo(1)
    expect(movedCrop(crop, 9, -9)).toMatchObject({ x: 1 - crop.w, y: 0 })
    const grown = resizedCrop(movedCrop(crop, 9, 9), { dx: 5, dy: 5, ratio: "square", size: wide })
    expect([grown.x + grown.w <= 1.000_001, grown.y + grown.h <= 1.000_001]).toEqual([true, true])
  })

  test("never shrinks below what the server accepts", () => {
    for (const ratio of ["portrait", "square", "free"] as const) {
      for (const size of [wide, tall]) {
        const { w, h } = resizedCrop(largestCrop(ratio, size), { dx: -2, dy: -2, ratio, size })
        expect([ratio, Math.min(w, h) >= 0.05]).toEqual([ratio, true])
      }
    }
  })

  test("is sent in fractions, and not at all for the whole picture", () => {
    expect(cropText({ x: 1 / 3, y: 0, w: 0.5, h: 1 })).toBe("0.3333,0,0.5,1")
    expect(cropText(wholePicture)).toBeNull()
  })
})
