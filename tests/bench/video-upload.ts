/**
 * `npm run bench:videos -- [MB]`: measures the memory of the Worker while a video of 500 MB is uploaded and processed.
 * Its bucket is in this process: the local simulation of R2 would buffer parts in the Worker's. Prints the resident
 * memory of workerd (the Worker with its Durable Objects and D1) before, at its peak and after.
 */
import { createHash } from "node:crypto"
import { join } from "node:path"
import { accounts } from "../../scripts/seed/accounts.ts"
import { drawMp4 } from "../worker/helpers/media/films.ts"
import { startBucket } from "./bucket-server.ts"
import { buildSalon, bundleWithBucket } from "./build.ts"
import { prepareDatabase } from "./database.ts"
import { cache } from "./run.ts"
import { start } from "./serve.ts"

const megabytes = Number(process.argv[2] ?? 500)
const partBytes = 8 * 1024 * 1024

console.error("bench: building what has changed …")
const folder = await buildSalon()
await bundleWithBucket(folder)
const state = join(await prepareDatabase(100), "v3")
await using bucket = await startBucket(join(cache, "bucket"))
const { miniflare, origin, memory } = await start(folder, {
  state,
  bundle: "with-bucket",
  bindings: { APP_ENV: "test", AGE_NOTICE: "off", _BUCKET_ORIGIN: bucket.origin },
})

async function call(path: string, init: RequestInit = {}): Promise<Record<string, string>> {
  const response = await fetch(new URL(`/api${path}`, origin), init)
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.status === 204 ? {} : ((await response.json()) as Record<string, string>)
}

const owner = accounts.find(({ email }) => email.startsWith("owner"))
const json = { "Content-Type": "application/json" }
const login = await call("/auth/login", {
  method: "POST",
  headers: json,
  body: JSON.stringify({ email: owner?.email, password: owner?.password }),
})
const authorized = { Authorization: `Bearer ${login.token}` }

/** Uploads a film of that size and waits for its processing; returns the memory (bytes) of each stage. */
async function upload(bytes: number) {
  const film = drawMp4({ frames: bytes })
  const before = memory()
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, memory())
  }, 20)
  const startedAt = performance.now()
  const opened = await call("/me/profile/videos", {
    method: "POST",
    headers: { ...json, ...authorized },
    body: JSON.stringify({ client_id: `measured-${Date.now()}`, bytes: film.length }),
  })
  const id = opened.id ?? ""
  for (let number = 1; (number - 1) * partBytes < film.length; number += 1) {
    const body = film.subarray((number - 1) * partBytes, number * partBytes)
    const digest = createHash("sha256").update(body).digest("base64")
    const headers = {
      ...authorized,
      "Content-Type": "application/octet-stream",
      "Content-Digest": `sha-256=:${digest}:`,
    }
    await call(`/me/profile/videos/${id}/parts/${number}`, { method: "PUT", headers, body })
  }
  const [uploaded, uploadedAt] = [peak, performance.now()]
  await call(`/me/profile/videos/${id}/complete`, { method: "POST", headers: authorized })
  let state: string | undefined = "uploaded"
  while (state === "uploaded" || state === "processing") {
    await new Promise((resolve) => setTimeout(resolve, 250))
    state = (await call(`/me/profile/videos/${id}`, { headers: authorized })).state
  }
  clearInterval(timer)
  await call(`/me/profile/media/${id}`, { method: "DELETE", headers: authorized })
  return { before, uploaded, processed: peak, state, seconds: (uploadedAt - startedAt) / 1_000 }
}

/** The first upload loads what the Worker needs at all: it does not count. */
await upload(partBytes)
// Twice: what the second one adds is what a byte of video costs; what the first one adds, the runtime keeps to use again.
for (const size of [16, megabytes, megabytes, megabytes]) {
  const found = await upload(size * 1024 * 1024)
  const [before, uploaded, processed, after] = [found.before, found.uploaded, found.processed, memory()].map((bytes) =>
    (bytes / 1024 / 1024).toFixed(0),
  )
  console.log(
    `${size} MB in parts of 8 MiB (${found.seconds.toFixed(1)} s): ${before} MB before, at most ${uploaded} MB during the upload and ${processed} MB with the processing, ${after} MB after; the video is ${found.state}`,
  )
}
await miniflare.dispose()
