import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import sharp, { type Sharp } from "sharp"
import { rgbaToThumbHash, thumbHashToAverageRGBA } from "thumbhash"
import {
  captionsName,
  type PhotoFormat,
  photoFormats,
  variantName,
  variantWidths,
  videoFileName,
} from "../../app/domain/media/pictures/variants.ts"
import { captionLocales, captionsOf } from "./captions.ts"
import { demoFolder, listNames, type Picture, type PictureSet, readPeople } from "./demo.ts"
import { readDuration } from "./mp4.ts"

/** Low effort: a demo is encoded once on a laptop, and gouache compresses well anyway. */
const encoders = { avif: { quality: 50, effort: 0 }, webp: { quality: 72, effort: 2 } }
const cacheFolder = new URL("../../.cache/seed/", import.meta.url)
const atOnce = 4

sharp.concurrency(1)

/** An object for R2. */
export interface StoredFile {
  key: string
  contentType: string
  read: () => Promise<Buffer>
}

interface Source {
  storageKey: string
  /** Below the demo folder. */
  file: string
}

const personSource = (file: string): Source => {
  const name = file.replace(".webp", "")
  return { storageKey: `demo/${name}`, file: `people/${file}` }
}
const sceneSource = (name: string): Source => ({ storageKey: `demo/scene-${name}`, file: `scenes/${name}.webp` })
/** A video's poster is the scene of the same name. */
const posterSource = (name: string): Source => ({ storageKey: `demo/video-${name}`, file: `scenes/${name}.webp` })

/** Reads sizes, thumbhashes and colours of everything in the demo folder; caches them from one run to the next. */
export async function readPictures(): Promise<PictureSet> {
  const people = await inParallel(readPeople(), async ({ id, presents, pictures }) => ({
    id,
    presents,
    portraits: await Promise.all(pictures.map((file) => describe(personSource(file)))),
  }))
  const scenes = await inParallel(
    listNames("scenes"),
    async (name) => [name, await describe(sceneSource(name))] as const,
  )
  const videos = await inParallel(listNames("videos"), async (name) => {
    const duration = readDuration(readFileSync(new URL(`videos/${name}.mp4`, demoFolder)))
    return [name, { ...(await describe(posterSource(name))), duration: Math.max(1, Math.round(duration)) }] as const
  })
  return { people, scenes: Object.fromEntries(scenes), videos: Object.fromEntries(videos) }
}

/**
 * Returns every object that the rows refer to: pictures and posters in all variants, and the videos with their
 * captions. Encodes the missing ones.
 */
export async function encodePictures(): Promise<StoredFile[]> {
  const sources = [
    ...readPeople().flatMap((person) => person.pictures.map(personSource)),
    ...listNames("scenes").map(sceneSource),
    ...listNames("videos").map(posterSource),
  ]
  const variants = await inParallel(sources, encodeVariants)
  const videos = listNames("videos").map((name) => ({
    key: `demo/video-${name}/${videoFileName("mp4")}`,
    contentType: "video/mp4",
    read: () => readFile(new URL(`videos/${name}.mp4`, demoFolder)),
  }))
  const captions = listNames("videos").flatMap((name) =>
    captionLocales.map((locale) => ({
      key: `demo/video-${name}/${captionsName(locale)}`,
      contentType: "text/vtt",
      read: async () => Buffer.from(captionsOf(name, locale)),
    })),
  )
  return [...variants.flat(), ...videos, ...captions]
}

async function describe({ storageKey, file }: Source): Promise<Picture> {
  const original = readFileSync(new URL(file, demoFolder))
  const known = new URL(`${fingerprint(original)}.json`, cacheFolder)
  if (existsSync(known)) return { storageKey, ...JSON.parse(readFileSync(known, "utf8")) }

  const { width = 0, height = 0 } = await sharp(original).metadata()
  const { data, info } = await sharp(original)
    .resize(100, 100, { fit: "inside" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const hash = rgbaToThumbHash(info.width, info.height, data)
  const { r, g, b } = thumbHashToAverageRGBA(hash)
  const hex = (part: number) =>
    Math.round(Math.min(1, Math.max(0, part)) * 255)
      .toString(16)
      .padStart(2, "0")
  const largest = variantWidths(width).at(-1) ?? width
  const facts = {
    width: largest,
    height: Math.round((height * largest) / width),
    thumbhash: Buffer.from(hash).toString("base64"),
    color: `#${hex(r)}${hex(g)}${hex(b)}`,
  }
  store(known, JSON.stringify(facts))
  return { storageKey, ...facts }
}

async function encodeVariants({ storageKey, file }: Source): Promise<StoredFile[]> {
  const original = readFileSync(new URL(file, demoFolder))
  const { width = 0 } = await sharp(original).metadata()
  let decoded: Promise<Pixels> | undefined
  const files: StoredFile[] = []
  for (const variant of variantWidths(width)) {
    let resized: Promise<Pixels> | undefined
    for (const format of photoFormats) {
      const settings = JSON.stringify([format, variant, encoders[format]])
      const cached = new URL(`${fingerprint(original, settings)}.${format}`, cacheFolder)
      if (!existsSync(cached)) {
        decoded ??= toPixels(sharp(original))
        resized ??= decoded.then((pixels) => toPixels(fromPixels(pixels).resize({ width: variant })))
        store(cached, await encode(await resized, format))
      }
      files.push({
        key: `${storageKey}/${variantName(variant, format)}`,
        contentType: `image/${format}`,
        read: () => readFile(cached),
      })
    }
  }
  return files
}

interface Pixels {
  data: Buffer
  info: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}

/** Plain pixels between the steps: decoding and resizing again for each variant would cost as much as encoding it. */
function toPixels(image: Sharp): Promise<Pixels> {
  return image.raw().toBuffer({ resolveWithObject: true })
}

function fromPixels({ data, info: { width, height, channels } }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } })
}

/** Encodes the pixels alone, without metadata. */
function encode(pixels: Pixels, format: PhotoFormat): Promise<Buffer> {
  const image = fromPixels(pixels)
  return (format === "avif" ? image.avif(encoders.avif) : image.webp(encoders.webp)).toBuffer()
}

function fingerprint(content: Buffer, settings = ""): string {
  return createHash("sha256").update(content).update(settings).digest("hex").slice(0, 32)
}

/** Writes under another name first, so that an interrupted run leaves no half file behind. */
function store(file: URL, content: Buffer | string) {
  mkdirSync(cacheFolder, { recursive: true })
  const unfinished = new URL(`${file.href}.${process.pid}`)
  writeFileSync(unfinished, content)
  renameSync(unfinished, file)
}

/** Like `Promise.all` over `items.map(work)`, with a few at a time. */
export async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const queue = items.entries()
  const worker = async () => {
    for (const [at, item] of queue) results[at] = await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}
