/**
 * Measures the memory of the running app while a video is uploaded and processed: `npm run bench:videos -- PORT [MB]`,
 * beside `npm start -- --port PORT`. Prints the resident memory of its workerd before, at its peak and after.
 */
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { accounts } from "../../scripts/seed/accounts.ts"
import { drawMp4 } from "../worker/helpers/media/films.ts"

const [port = "8787", megabytes = "500"] = process.argv.slice(2)
const origin = `http://127.0.0.1:${port}`
const partBytes = 8 * 1024 * 1024

/** The workerd processes of the app on this port: wrangler runs its proxy and the app apart. */
function findWorkerds(): string[] {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n")
  const all = lines.map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line)?.slice(1) ?? [])
  const wranglers = all.filter(([, , args]) => args?.includes(`dev --port ${port} `)).map(([pid]) => pid)
  const found = all.filter(([, parent, args]) => wranglers.includes(parent) && args?.includes("workerd"))
  if (found.length === 0) throw new Error(`No workerd listens on port ${port}`)
  return found.map(([pid]) => pid as string)
}

const pids = findWorkerds()
const residentOf = (pid: string) => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1])
/** Of all processes together, in MB. */
const resident = () => pids.reduce((sum, pid) => sum + residentOf(pid), 0) / 1024

async function call(path: string, init: RequestInit = {}): Promise<Record<string, string>> {
  const response = await fetch(`${origin}/api${path}`, init)
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
const film = drawMp4({ frames: Number(megabytes) * 1024 * 1024 })
let peak = 0
const before = resident()
const timer = setInterval(() => {
  peak = Math.max(peak, resident())
}, 50)
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
  const headers = { ...authorized, "Content-Type": "application/octet-stream", "Content-Digest": `sha-256=:${digest}:` }
  await call(`/me/profile/videos/${id}/parts/${number}`, { method: "PUT", headers, body })
}
const uploadedAt = performance.now()
const afterUpload = peak
await call(`/me/profile/videos/${id}/complete`, { method: "POST", headers: authorized })
let state: string | undefined = "uploaded"
while (state === "uploaded" || state === "processing") {
  await new Promise((resolve) => setTimeout(resolve, 500))
  state = (await call(`/me/profile/videos/${id}`, { headers: authorized })).state
}
clearInterval(timer)
const seconds = (from: number, to: number) => `${((to - from) / 1_000).toFixed(1)} s`
console.log(
  `${pids.length} workerd: ${before.toFixed(0)} MB before, ${afterUpload.toFixed(0)} MB at most during the upload,`,
)
console.log(
  `${peak.toFixed(0)} MB at most with the processing, ${resident().toFixed(0)} MB after; the video is ${state}`,
)
console.log(`upload ${seconds(startedAt, uploadedAt)}, processing ${seconds(uploadedAt, performance.now())}`)
await call(`/me/profile/media/${id}`, { method: "DELETE", headers: authorized })
