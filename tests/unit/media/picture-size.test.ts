import sharp from "sharp"
import { describe, expect, test } from "vitest"
import { declaredSize } from "~/domain/media/pictures/picture-size"
import { encodePng } from "~/domain/media/pictures/png.server"
import { flatten } from "~/domain/media/pictures/transparency.server"

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 80, b: 10, alpha: 0.5 } } })

describe("the size that a picture declares", () => {
  test.each([
    ["a JPEG", "image/jpeg", () => drawn(417, 233).jpeg().toBuffer()],
    [
      "a progressive JPEG with metadata",
      "image/jpeg",
      () =>
        drawn(417, 233)
          .withExif({ IFD0: { Artist: "x".repeat(2_000) } })
          .jpeg({ progressive: true })
          .toBuffer(),
    ],
    ["a PNG", "image/png", () => drawn(417, 233).png().toBuffer()],
    ["a lossy WebP", "image/webp", () => drawn(417, 233).removeAlpha().webp().toBuffer()],
    ["a WebP with transparency", "image/webp", () => drawn(417, 233).webp().toBuffer()],
    ["a lossless WebP", "image/webp", () => drawn(417, 233).webp({ lossless: true }).toBuffer()],
    ["an AVIF", "image/avif", () => drawn(417, 233).avif({ effort: 0 }).toBuffer()],
  ] as const)("is read from its header alone, and never throws: %s", async (_what, type, draw) => {
    const bytes = new Uint8Array(await draw())
    expect(declaredSize(bytes, type)).toEqual({ width: 417, height: 233 })
    for (let length = 0; length < Math.min(bytes.length, 300); length += 1) declaredSize(bytes.slice(0, length), type)
  })

  test("is what a header says, also if no decoder would follow it", () => {
    const png = encodePng({ width: 1, height: 1, rgba: new Uint8Array(4) })
    new DataView(png.buffer).setUint32(16, 4_294_967_295)
    expect(declaredSize(png, "image/png")).toEqual({ width: 4_294_967_295, height: 1 })
  })
})

test("transparent pixels lie on white, and opaque ones stay", () => {
  const rgba = new Uint8Array([3, 0, 0, 0, 10, 20, 30, 255, 0, 0, 0, 128])
  const flat = flatten({ width: 3, height: 1, rgba })
  expect([...flat.rgba]).toEqual([255, 255, 255, 255, 10, 20, 30, 255, 127, 127, 127, 255])
})
