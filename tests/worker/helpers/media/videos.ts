import { env } from "cloudflare:workers"
import { videoPartBytes } from "~/domain/core/ports/video-provider"
import { fetchWith, withAccess } from "../app"
import { mailBindings } from "../mail"
import { declareAlone } from "../rows"
import { insertOwner, runAllJobs } from "./photos"
import { pictures } from "./pictures"

type Bytes = Uint8Array<ArrayBuffer>

export interface OwnVideo {
  id: string
  state: string
  version: number
  visibility: string
  duration: number | null
  type: "mp4" | "webm" | null
  frame_width: number | null
  frame_height: number | null
  has_poster: boolean
  captions: string[]
  texts: Record<string, { title: string; description: string }>
  reason: string | null
  upload: { client_id: string; part_bytes: number; part_count: number; parts: number[] } | null
  pass: { query: string } | null
}

let files = 0

/** Inserts an owner; returns their requests about videos. */
export async function insertFilmmaker() {
  const owner = await insertOwner()
  const { token } = owner.session
  const path = "/me/profile/videos"
  const send = async (where: string, body: BodyInit | null, headers: Record<string, string>, changes: object = {}) =>
    fetchWith(
      { ...mailBindings, ...changes },
      `/api${path}${where}`,
      await withAccess({ method: "PUT", body, headers: { Authorization: `Bearer ${token}`, ...headers } }),
    )
  const self = {
    ...owner,
    open: (bytes: number, fields: object = {}) => {
      files += 1
      return owner.call("POST", path, { client_id: `file-${files}-of-test`, bytes, ...fields })
    },
    part: async (
      id: string,
      number: number,
      bytes: Bytes,
      { digest, changes }: { digest?: string; changes?: object } = {},
    ) =>
      send(
        `/${id}/parts/${number}`,
        bytes,
        {
          "Content-Type": "application/octet-stream",
          "Content-Length": String(bytes.length),
          "Content-Digest": digest ?? (await digestOf(bytes)),
        },
        changes,
      ),
    complete: (id: string) => owner.call("POST", `${path}/${id}/complete`),
    get: async (id: string) => read(await owner.call("GET", `${path}/${id}`)),
    videos: async () => ((await (await owner.call("GET", path)).json()) as { data: OwnVideo[] }).data,
    poster: (id: string, version: number, bytes: BodyInit = pictures.png) =>
      send(`/${id}/poster?version=${version}`, bytes, { "Content-Type": "image/png" }),
    captions: (id: string, version: number, text: string, locale = "en") =>
      send(`/${id}/captions/${locale}?version=${version}`, text, { "Content-Type": "text/vtt" }),
    edit: (id: string, body: object) => owner.call("PATCH", `${path}/${id}`, body),
    remove: (id: string) => owner.call("DELETE", `/me/profile/media/${id}`),
    /** Opens an upload of a video that shows its owner alone, and sends all of its parts. */
    begin: async (bytes: Bytes, fields: object = {}) => {
      const video = await read(await self.open(bytes.length, fields), 201)
      await declareAlone(video.id)
      for (const [index, piece] of piecesOf(bytes).entries())
        await expectStatus(await self.part(video.id, index + 1, piece), 204)
      return video
    },
    /** Uploads a video with a poster and processes it. */
    publishable: async (bytes: Bytes, fields: object = {}) => {
      const { id } = await self.begin(bytes, fields)
      await read(await self.complete(id))
      await runAllJobs()
      const { version } = await self.get(id)
      return read(await self.poster(id, version))
    },
  }
  return self
}

export const piecesOf = (bytes: Bytes): Bytes[] =>
  Array.from({ length: Math.ceil(bytes.length / videoPartBytes) }, (_, index) =>
    bytes.slice(index * videoPartBytes, (index + 1) * videoPartBytes),
  )

export async function digestOf(bytes: Bytes): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", bytes)
  return `sha-256=:${btoa(String.fromCharCode(...new Uint8Array(hash)))}:`
}

async function expectStatus(response: Response, status: number): Promise<void> {
  if (response.status !== status) throw new Error(`${response.status}: ${await response.text()}`)
}

async function read(response: Response, status = 200): Promise<OwnVideo> {
  await expectStatus(response.clone(), status)
  return (await response.json()) as OwnVideo
}

/** Returns a stored file as text, one character for each byte. */
export async function storedText(key: string): Promise<string> {
  const bytes = await (await env.MEDIA.get(key))?.arrayBuffer()
  return new TextDecoder("latin1").decode(bytes)
}
