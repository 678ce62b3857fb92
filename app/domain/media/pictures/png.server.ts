import { unzlibSync, zlibSync } from "fflate"

/** A picture as RGBA, 8 bits a channel. */
export interface Pixels {
  width: number
  height: number
  rgba: Uint8Array
}

/** Channels by the colour type of PNG (ISO/IEC 15948, 11.2.2); a palette has one. */
const channelsOf: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** Maximum of the IMAGES binding: the largest variant, 2,048 pixels a side. */
const maxDecodedPixels = 2_048 * 2_048

/**
 * Decodes a PNG of 8 bits a channel, not interlaced: what the IMAGES binding writes. Throws for any other, and for one
 * that declares more pixels than it is asked for, before anything is allocated for them.
 */
export function decodePng(bytes: Uint8Array): Pixels {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const width = view.getUint32(16)
  const height = view.getUint32(20)
  const [depth, type = -1, interlace] = [bytes[24], bytes[25], bytes[28]]
  const channels = channelsOf[type]
  if (depth !== 8 || interlace !== 0 || !channels) throw new Error(`A PNG of depth ${depth}, type ${type}`)
  if (width * height > maxDecodedPixels) throw new Error(`A PNG of ${width} x ${height} pixels`)
  const data: Uint8Array[] = []
  let palette = new Uint8Array()
  let alpha = new Uint8Array()
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at)
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    const body = bytes.slice(at + 8, at + 8 + length)
    if (name === "IDAT") data.push(body)
    if (name === "PLTE") palette = body
    if (name === "tRNS") alpha = body
    at += length + 12
  }
  // A buffer of the declared size: data that inflates to more does not grow it.
  const raw = unzlibSync(concat(data), { out: new Uint8Array((width * channels + 1) * height) })
  const rows = unfilter(raw, width * channels, height, channels)
  return { width, height, rgba: toRgba(rows, width * height, type, { palette, alpha }) }
}

/** Undoes the filters of PNG's rows (ISO/IEC 15948, 9.2). */
function unfilter(raw: Uint8Array, stride: number, height: number, step: number): Uint8Array {
  const out = new Uint8Array(stride * height)
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)] ?? 0
    const from = y * (stride + 1) + 1
    const to = y * stride
    for (let x = 0; x < stride; x += 1) {
      const left = x < step ? 0 : (out[to + x - step] as number)
      const up = y === 0 ? 0 : (out[to + x - stride] as number)
      const upLeft = x < step || y === 0 ? 0 : (out[to + x - stride - step] as number)
      out[to + x] = (raw[from + x] ?? 0) + predict(filter, left, up, upLeft)
    }
  }
  return out
}

function predict(filter: number, left: number, up: number, upLeft: number): number {
  if (filter === 0) return 0
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  const [byLeft, byUp, byUpLeft] = [Math.abs(up - upLeft), Math.abs(left - upLeft), Math.abs(left + up - 2 * upLeft)]
  if (byLeft <= byUp && byLeft <= byUpLeft) return left
  return byUp <= byUpLeft ? up : upLeft
}

function toRgba(
  rows: Uint8Array,
  count: number,
  type: number,
  { palette, alpha }: { palette: Uint8Array; alpha: Uint8Array },
): Uint8Array {
  const out = new Uint8Array(count * 4)
  const step = channelsOf[type] as number
  for (let n = 0; n < count; n += 1) {
    const at = n * step
    const value = rows[at] as number
    const isGrey = type === 0 || type === 4
    const [from, start] = type === 3 ? [palette, value * 3] : [rows, at]
    out[n * 4] = from[start] ?? 0
    out[n * 4 + 1] = (isGrey ? value : from[start + 1]) ?? 0
    out[n * 4 + 2] = (isGrey ? value : from[start + 2]) ?? 0
    out[n * 4 + 3] = type === 3 ? (alpha[value] ?? 255) : step % 2 === 0 ? (rows[at + step - 1] as number) : 255
  }
  return out
}

/** Encodes pixels as a PNG without any metadata. */
export function encodePng({ width, height, rgba }: Pixels): Uint8Array<ArrayBuffer> {
  const raw = new Uint8Array((width * 4 + 1) * height)
  for (let y = 0; y < height; y += 1)
    raw.set(rgba.subarray(y * width * 4, (y + 1) * width * 4), y * (width * 4 + 1) + 1)
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  header.set([8, 6, 0, 0, 0], 8)
  const parts = [chunk("IHDR", header), chunk("IDAT", zlibSync(raw, { level: 1 })), chunk("IEND", new Uint8Array())]
  return concat([new Uint8Array(signature), ...parts])
}

function chunk(name: string, body: Uint8Array): Uint8Array {
  const out = new Uint8Array(body.length + 12)
  const view = new DataView(out.buffer)
  view.setUint32(0, body.length)
  for (let at = 0; at < 4; at += 1) out[4 + at] = name.charCodeAt(at)
  out.set(body, 8)
  view.setUint32(body.length + 8, crc32(out.subarray(4, body.length + 8)))
  return out
}

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

function concat(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}

/** A rectangle in fractions of a picture's width and height. */
export interface Crop {
  x: number
  y: number
  w: number
  h: number
}

/** Returns the part of a picture inside the rectangle, at least one pixel. */
export function cropPixels({ width, height, rgba }: Pixels, { x, y, w, h }: Crop): Pixels {
  const left = Math.min(width - 1, Math.round(x * width))
  const top = Math.min(height - 1, Math.round(y * height))
  const columns = Math.max(1, Math.min(width - left, Math.round(w * width)))
  const rows = Math.max(1, Math.min(height - top, Math.round(h * height)))
  const out = new Uint8Array(columns * rows * 4)
  for (let row = 0; row < rows; row += 1) {
    const from = ((top + row) * width + left) * 4
    out.set(rgba.subarray(from, from + columns * 4), row * columns * 4)
  }
  return { width: columns, height: rows, rgba: out }
}
