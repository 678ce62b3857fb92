import { findMetadata, readVideo } from "~/domain/media/videos/containers/read-video"
import { applyPatches, type ByteSource } from "~/domain/media/videos/containers/source"

interface Asset {
  length: number
  bytes: Uint8Array<ArrayBuffer>
  arrived: number
  /** Requests until it is encoded, and until its file is made. */
  left: { encoding: number; file: number }
}

const token = "stream-token"
const account = "account-of-test"
const api = `https://api.stream.simulator/client/v4/accounts/${account}/stream`
const uploads = "https://upload.stream.simulator/"
const files = "https://files.stream.simulator/"

/**
 * Plays the API of Cloudflare Stream as far as we use it: tus uploads, assets that are encoded after a while, and their MP4
 * downloads. `fail` makes the next requests fail with a status.
 */
export function openStreamSimulator() {
  const assets = new Map<string, Asset>()
  let failing: { status: number; requests: number } = { status: 0, requests: 0 }
  let made = 0

  async function respond(request: Request): Promise<Response> {
    if (failing.requests > 0) {
      failing.requests -= 1
      return new Response(null, { status: failing.status })
    }
    const { url, method } = request
    if (url.startsWith(files)) return serve(assets.get(url.slice(files.length)))
    if (request.headers.get("Authorization") !== `Bearer ${token}`) return new Response(null, { status: 401 })
    if (url === api && method === "POST") return open(request)
    if (url.startsWith(uploads)) return upload(request, assets.get(url.slice(uploads.length)))
    const [id = "", part] = url.slice(api.length + 1).split("/")
    const asset = assets.get(id)
    if (method === "DELETE") return new Response(null, { status: assets.delete(id) ? 200 : 404 })
    if (!asset) return json({ success: false, errors: [{ code: 10003, message: "Not found" }] }, 404)
    return part === "downloads" ? downloads(id, asset) : describe(asset)
  }

  function open(request: Request): Response {
    const length = Number(request.headers.get("Upload-Length"))
    if (request.headers.get("Tus-Resumable") !== "1.0.0" || !length) return new Response(null, { status: 412 })
    made += 1
    const id = `asset-${made}`
    assets.set(id, { length, bytes: new Uint8Array(length), arrived: 0, left: { encoding: 2, file: 2 } })
    return new Response(null, { status: 201, headers: { Location: `${uploads}${id}`, "stream-media-id": id } })
  }

  async function upload(request: Request, asset: Asset | undefined): Promise<Response> {
    if (!asset) return new Response(null, { status: 404 })
    const headers = () => ({ "Tus-Resumable": "1.0.0", "Upload-Offset": String(asset.arrived) })
    if (request.method === "HEAD") return new Response(null, { headers: headers() })
    if (Number(request.headers.get("Upload-Offset")) !== asset.arrived) return new Response(null, { status: 409 })
    const bytes = new Uint8Array(await request.arrayBuffer())
    if (asset.arrived + bytes.length > asset.length) return new Response(null, { status: 413 })
    asset.bytes.set(bytes, asset.arrived)
    asset.arrived += bytes.length
    return new Response(null, { status: 204, headers: headers() })
  }

  async function describe(asset: Asset): Promise<Response> {
    if (asset.arrived < asset.length) return json(described("pendingupload", -1, { width: -1, height: -1 }))
    if (asset.left.encoding > 0) {
      asset.left.encoding -= 1
      return json(described("inprogress", -1, { width: -1, height: -1 }))
    }
    const facts = await readVideo(sourceOf(asset.bytes)).catch(() => null)
    if (!facts) return json(described("error", -1, { width: -1, height: -1 }))
    return json(described("ready", facts.duration, { width: facts.width, height: facts.height }))
  }

  function downloads(id: string, asset: Asset): Response {
    const isReady = asset.left.file === 0
    if (!isReady) asset.left.file -= 1
    const file = { status: isReady ? "ready" : "inprogress", url: `${files}${id}`, percentComplete: isReady ? 100 : 10 }
    return json({ success: true, result: { default: file } })
  }

  /** Serves an encoded asset: here, the film without its metadata. */
  async function serve(asset: Asset | undefined): Promise<Response> {
    if (!asset) return new Response(null, { status: 404 })
    const film = asset.bytes.slice()
    applyPatches(film, 0, await findMetadata(sourceOf(film)))
    return new Response(film, { headers: { "Content-Length": String(film.length) } })
  }

  return {
    settings: {
      accountId: account,
      token,
      origin: "https://api.stream.simulator",
      fetch: (async (url: RequestInfo | URL, init?: RequestInit) =>
        respond(new Request(url, { ...init, redirect: "manual" }))) as typeof fetch,
    },
    fail: (status: number, requests = 1) => {
      failing = { status, requests }
    },
    count: () => assets.size,
  }
}

const json = (body: object, status = 200) => Response.json(body, { status })

const described = (state: string, duration: number, input: { width: number; height: number }) => ({
  success: true,
  result: { status: { state }, duration, input, readyToStream: state === "ready" },
})

const sourceOf = (bytes: Uint8Array): ByteSource => ({
  size: bytes.length,
  read: async (offset, length) => bytes.slice(offset, offset + length),
})
