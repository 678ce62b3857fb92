import sharp, { type Sharp } from "sharp"
import { describe, expect, test } from "vitest"
import { distanceOf, hashPdq, pdqDistance, pdqMinQuality } from "~/domain/media/pictures/pdq"
import { cropPixels, decodePng, encodePng, type Pixels } from "~/domain/media/pictures/png.server"

/** Draws soft shapes, as a photo has them: another picture for each seed. */
function draw(seed: number, width = 640, height = 480): Pixels {
  const rgba = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [u, v] = [x / width, y / height]
      let light = 128
      for (let n = 1; n < 9; n += 1)
        light += (90 / n) * Math.sin(n * (seed * 1.3 + n) * u + seed * n) * Math.cos(n * (n + seed * 0.7) * v - seed)
      rgba.set(
        [light, light * 0.9, light * 0.8 + 20, 255].map((part) => Math.max(0, Math.min(255, part))),
        (y * width + x) * 4,
      )
    }
  return { width, height, rgba }
}

const sharpOf = ({ width, height, rgba }: Pixels) => sharp(rgba, { raw: { width, height, channels: 4 } })

async function pixelsOf(image: Sharp): Promise<Pixels> {
  const { data, info } = await image
    .resize(512, 512, { fit: "inside", withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, rgba: data }
}

describe("the perceptual hash", () => {
  test.each([1, 2, 3])(
    "a picture that is re-encoded, resized or brightened keeps its hash within 31 bits: %i",
    async (seed) => {
      const { hash, quality } = hashPdq(await pixelsOf(sharpOf(draw(seed))))
      expect(hash).toMatch(/^[0-9a-f]{64}$/)
      expect(quality).toBeGreaterThan(pdqMinQuality)
      const copies = [
        sharp(await sharpOf(draw(seed)).jpeg({ quality: 40 }).toBuffer()),
        sharp(await sharpOf(draw(seed)).resize(200, 150).webp({ quality: 60 }).toBuffer()),
        sharp(await sharpOf(draw(seed)).resize(300, 300, { fit: "fill" }).png().toBuffer()),
        sharp(await sharpOf(draw(seed)).removeAlpha().linear(0.9, 12).png().toBuffer()),
        sharp(await sharpOf(draw(seed)).removeAlpha().modulate({ saturation: 0 }).png().toBuffer()),
      ]
      for (const copy of copies)
        expect(distanceOf(hash, hashPdq(await pixelsOf(copy)).hash)).toBeLessThanOrEqual(pdqDistance)
    },
  )

  test("different pictures are far apart", async () => {
    const hashes = await Promise.all(
      [1, 2, 3, 4, 5].map(async (seed) => hashPdq(await pixelsOf(sharpOf(draw(seed)))).hash),
    )
    for (const [at, one] of hashes.entries())
      for (const other of hashes.slice(at + 1)) expect(distanceOf(one, other)).toBeGreaterThan(3 * pdqDistance)
  })

  test("half of a hash's bits are set, and a mirrored picture has another one", async () => {
    const { hash } = hashPdq(await pixelsOf(sharpOf(draw(2))))
    expect(Math.abs(distanceOf(hash, "0".repeat(64)) - 128)).toBeLessThanOrEqual(1)
    expect(distanceOf(hash, hashPdq(await pixelsOf(sharpOf(draw(2)).flop())).hash)).toBeGreaterThan(3 * pdqDistance)
  })

  test("a flat picture has a low quality", () => {
    const rgba = new Uint8Array(100 * 80 * 4).fill(200)
    expect(hashPdq({ width: 100, height: 80, rgba }).quality).toBeLessThan(pdqMinQuality)
    expect(hashPdq({ width: 1, height: 1, rgba: rgba.subarray(0, 4) }).quality).toBe(0)
  })

  test("the distance counts the bits that differ, in every part of a hash", () => {
    const zero = "0".repeat(64)
    expect(distanceOf(zero, zero)).toBe(0)
    expect(distanceOf(zero, "f".repeat(64))).toBe(256)
    expect(distanceOf(zero, `8${"0".repeat(62)}1`)).toBe(2)
  })
})

describe("a PNG", () => {
  const original = draw(4, 37, 23)

  test.each([
    ["colours", (image: Sharp) => image.removeAlpha().png()],
    ["colours and transparency", (image: Sharp) => image.png()],
    ["filters of every kind", (image: Sharp) => image.png({ adaptiveFiltering: true })],
    ["grey", (image: Sharp) => image.greyscale().removeAlpha().png()],
    ["grey and transparency", (image: Sharp) => image.greyscale().png()],
    ["a palette", (image: Sharp) => image.png({ palette: true, colours: 200 })],
  ])("a PNG is decoded as another decoder does: %s", async (_what, encode) => {
    const bytes = await encode(sharpOf(original)).toBuffer()
    const { data } = await sharp(bytes).toColourspace("srgb").ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    const decoded = decodePng(new Uint8Array(bytes))
    expect([decoded.width, decoded.height]).toEqual([37, 23])
    expect(Buffer.from(decoded.rgba).equals(data)).toBe(true)
  })

  test("a PNG is encoded so that another decoder reads the same pixels", async () => {
    const data = await sharp(encodePng(original)).raw().toBuffer()
    expect(Buffer.from(original.rgba).equals(data)).toBe(true)
  })

  test("a PNG of another depth is refused", async () => {
    const bytes = await sharpOf(original).toColourspace("rgb16").png().toBuffer()
    expect(() => decodePng(new Uint8Array(bytes))).toThrow("depth 16")
  })

  test("a PNG that declares more pixels than the largest variant has is refused", () => {
    const bytes = encodePng({ width: 1, height: 1, rgba: new Uint8Array(4) })
    const view = new DataView(bytes.buffer)
    view.setUint32(16, 2_048)
    view.setUint32(20, 2_048)
    expect(decodePng(bytes).rgba).toHaveLength(2_048 * 2_048 * 4)
    view.setUint32(20, 2_049)
    expect(() => decodePng(bytes)).toThrow("A PNG of 2048 x 2049 pixels")
  })

  test("data that inflates to more than a PNG's declared pixels is cut off", () => {
    const bytes = encodePng({ width: 64, height: 64, rgba: new Uint8Array(64 * 64 * 4).fill(7) })
    const view = new DataView(bytes.buffer)
    view.setUint32(16, 1)
    view.setUint32(20, 1)
    expect([...decodePng(bytes).rgba]).toEqual([7, 7, 7, 7])
  })

  test("a crop is cut out where the fractions say", async () => {
    const cut = cropPixels(original, { x: 0.5, y: 0.25, w: 0.25, h: 0.5 })
    expect([cut.width, cut.height]).toEqual([9, 12])
    expect([...cut.rgba.subarray(0, 4)]).toEqual([...original.rgba.subarray((6 * 37 + 19) * 4, (6 * 37 + 19) * 4 + 4)])
    expect(cropPixels(original, { x: 0.99, y: 0.99, w: 0.05, h: 0.05 })).toMatchObject({ width: 1, height: 1 })
  })
})
