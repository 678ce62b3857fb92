import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import type * as schema from "~/db/schema"
import { media } from "~/db/schema"
import { encodePng } from "~/domain/media/pictures/png.server"
import { ask, runJobs, takeJobs } from "../mail"
import { insertMember } from "../member"
import { once } from "../once"
import { db, declareAlone, insertCategory, insertCity, insertProfile } from "../rows"
import { pictures } from "./pictures"

type Bytes = Uint8Array<ArrayBuffer>

const textBytes = (text: string): Bytes => Uint8Array.from(text, (char) => char.charCodeAt(0))
const join = (...parts: (Uint8Array | number[])[]): Bytes => new Uint8Array(parts.flatMap((part) => [...part]))

/** Texts that a file hides: none may be found in what is served. */
export const secrets = {
  owner: "OWNER-NAME",
  comment: "SECRET-COMMENT",
  xmp: "http://ns.adobe.com/xap",
  gps: "GPSLatitude",
  thumbnail: "EMBEDDED-THUMBNAIL",
  trailing: "TRAILING-MARKER",
  script: "<script>alert(1)</script>",
}

/** A segment of a JPEG: marker, length, content. */
const segment = (marker: number, text: string) =>
  join([0xff, marker, (text.length + 2) >> 8, (text.length + 2) & 255], textBytes(text))

/** The camera's picture (480 x 320, to be turned upright) with everything that a file can hide. */
export const fullJpeg = join(
  pictures.jpeg.subarray(0, 2),
  segment(0xe1, `${secrets.xmp}/1.0/\0<x:xmpmeta><exif:${secrets.gps}>48,51N</exif:${secrets.gps}></x:xmpmeta>`),
  segment(0xe2, secrets.thumbnail),
  segment(0xfe, secrets.comment),
  pictures.jpeg.subarray(2),
  textBytes(secrets.trailing),
)

/** A PNG with a text chunk, whose checksum nobody checks, and bytes after its end. */
export const fullPng = join(
  pictures.png.subarray(0, 33),
  [0, 0, 0, secrets.comment.length + 8],
  textBytes(`tEXtComment\0${secrets.comment}`),
  [...crc32(textBytes(`tEXtComment\0${secrets.comment}`))],
  pictures.png.subarray(33),
  textBytes(secrets.trailing),
)

function crc32(bytes: Uint8Array): number[] {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  const value = (crc ^ 0xffffffff) >>> 0
  return [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]
}

const littleEndian = (value: number) => [value & 255, (value >> 8) & 255, (value >> 16) & 255, (value >> 24) & 255]

/** A WebP with Exif data, and bytes after its end. */
export function fullWebp(): Bytes {
  const exif = textBytes(`II*\0${secrets.owner}${secrets.gps}`)
  const padded = exif.length % 2 === 0 ? exif : join(exif, [0])
  const extended = join(textBytes("VP8X"), littleEndian(10), [8, 0, 0, 0, 0xdf, 1, 0, 0x3f, 1, 0])
  const body = join(
    textBytes("WEBP"),
    extended,
    pictures.webp.subarray(12),
    textBytes("EXIF"),
    littleEndian(exif.length),
    padded,
  )
  return join(textBytes("RIFF"), littleEndian(body.length), body, textBytes(secrets.trailing))
}

/** A picture that is also an archive and a script, for a careless reader. */
export const polyglot = join(pictures.jpeg, textBytes(`PK\x03\x04${secrets.trailing}GIF89a=1;${secrets.script}`))

/** 57 bytes of a PNG that claims 50,000 x 50,000 pixels. */
export function hugePng(): Bytes {
  const header = [0x49, 0x48, 0x44, 0x52, 0, 0, 0xc3, 0x50, 0, 0, 0xc3, 0x50, 8, 0, 0, 0, 0]
  return join(
    pictures.png.subarray(0, 8),
    [0, 0, 0, 13],
    header,
    crc32(new Uint8Array(header)),
    pictures.png.subarray(33),
  )
}

/** A small JPEG whose frame claims 65,000 x 65,000 pixels. */
export function hugeJpeg(): Bytes {
  const bytes = pictures.jpeg.slice()
  const at = bytes.findIndex((byte, index) => byte === 0xff && bytes[index + 1] === 0xc0 && bytes[index + 3] === 17)
  bytes.set([0xfd, 0xe8, 0xfd, 0xe8], at + 5)
  return bytes
}

/** Changes the last digits of a hash so that this many bits differ. */
export function alter(hash: string, bits: number): string {
  const changed = [...BigInt(`0x${hash}`).toString(2).padStart(256, "0")]
  for (let at = 0; at < bits; at += 1) changed[at * 3] = changed[at * 3] === "1" ? "0" : "1"
  return BigInt(`0b${changed.join("")}`)
    .toString(16)
    .padStart(64, "0")
}

/** Draws a picture of many shapes, another one for each seed. */
export function draw(seed: number, width = 400, height = 300): Bytes {
  const rgba = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [u, v] = [x / width, y / height]
      const wave = (n: number) =>
        127 + 60 * Math.sin((u * (n + seed) + v * (seed * 1.7 + n)) * 6) + 60 * Math.cos(v * (9 + n * seed))
      rgba.set([wave(1), wave(2), wave(3), 255], (y * width + x) * 4)
    }
  return encodePng({ width, height, rgba })
}

const place = once(async () => ({ cityId: (await insertCity()).id, categoryId: (await insertCategory()).id }))

/** Inserts a member with a published profile; returns their requests about photos. */
export async function insertOwner(row: Partial<typeof schema.profiles.$inferInsert> = {}) {
  const member = await insertMember()
  const profile = await insertProfile({ ...(await place()), ...row, ownerId: member.user.id })
  const post = (bytes: BodyInit, query: Record<string, string> = {}, changes = {}) =>
    uploadAs(member.session.token, bytes, query, changes)
  return {
    ...member,
    profile,
    post,
    /** Uploads a photo that shows its owner alone; returns it as the API does. */
    upload: async (bytes: BodyInit, query: Record<string, string> = {}) => {
      const response = await post(bytes, query)
      if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`)
      const photo = (await response.json()) as OwnMediaItem
      await declareAlone(photo.id)
      return photo
    },
    list: async () => {
      const body = (await (await member.call("GET", "/me/profile/media")).json()) as { data: OwnMediaItem[] }
      return body.data
    },
  }
}

export interface OwnMediaItem {
  id: string
  state: string
  version: number
  visibility: string
  width: number | null
  is_cover: boolean
  alt: Record<string, string>
  reason: string | null
  comment: string | null
  pass: { query: string } | null
}

let uploads = 0

/** Runs the enqueued jobs, and those that they enqueue. */
export async function runAllJobs(): Promise<void> {
  for (let jobs = takeJobs(); jobs.length > 0; jobs = takeJobs()) await runJobs(jobs)
}

function uploadAs(token: string, body: BodyInit, query: Record<string, string>, init: object) {
  uploads += 1
  const search = new URLSearchParams({ client_id: `upload-${uploads}`, visibility: "public", ...query })
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/octet-stream" }
  return ask(`/api/me/profile/photos?${search}`, { method: "POST", body, headers, ...init })
}

export async function rowOf(id: string) {
  const [row] = await db.select().from(media).where(eq(media.id, id))
  return row
}

/** Returns the keys of the bucket below a prefix. */
export async function keysBelow(prefix: string): Promise<string[]> {
  return (await env.MEDIA.list({ prefix })).objects.map(({ key }) => key)
}
