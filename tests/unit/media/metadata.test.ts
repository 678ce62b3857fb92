import sharp, { type Sharp } from "sharp"
import { describe, expect, test } from "vitest"
import { isBarePicture } from "~/domain/media/pictures/metadata"

const plain = () =>
  sharp({ create: { width: 40, height: 30, channels: 4, background: { r: 200, g: 80, b: 10, alpha: 0.5 } } })
const withExif = () => plain().withExif({ IFD0: { Artist: "OWNER-NAME" } })
const bytesOf = async (image: Sharp) => new Uint8Array(await image.toBuffer())
const followed = (bytes: Uint8Array) => new Uint8Array([...bytes, ...new TextEncoder().encode("TRAILING")])

describe("a variant", () => {
  test("a WebP and an AVIF of a picture alone are bare", async () => {
    expect(isBarePicture(await bytesOf(plain().webp()), "webp")).toBe(true)
    expect(isBarePicture(await bytesOf(plain().webp({ lossless: true })), "webp")).toBe(true)
    expect(isBarePicture(await bytesOf(plain().avif()), "avif")).toBe(true)
  })

  test("a picture with Exif data, with bytes after its end, or of another format is not bare", async () => {
    for (const format of ["webp", "avif"] as const) {
      expect(isBarePicture(await bytesOf(withExif().toFormat(format)), format)).toBe(false)
      expect(isBarePicture(followed(await bytesOf(plain().toFormat(format))), format)).toBe(false)
      expect(isBarePicture(await bytesOf(plain().png()), format)).toBe(false)
      expect(isBarePicture(new Uint8Array(), format)).toBe(false)
    }
  })

  test("a WebP with XMP is not bare", async () => {
    const bytes = await bytesOf(plain().withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>').webp())
    expect(isBarePicture(bytes, "webp")).toBe(false)
  })
})
