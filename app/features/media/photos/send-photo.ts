import { ApiProblem, readProblem } from "~/browser/call-api"
import type { Sent } from "./upload-queue"

/** Without a byte sent or received for this long (ms), the connection is taken for lost. */
const stalledAfter = 30_000

/** Uploads a photo and reports how much of it is sent, which `fetch` cannot. Throws ApiProblem. */
export function sendPhoto(
  { id, blob, visibility, crop }: Sent,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout>
    const watch = () => {
      clearTimeout(timer)
      timer = setTimeout(() => request.abort(), stalledAfter)
    }
    const fail = () => {
      clearTimeout(timer)
      reject(new ApiProblem())
    }
    const query = new URLSearchParams({ client_id: id, visibility, ...(crop && { crop }) })
    request.open("POST", `/api/me/profile/photos?${query}`)
    request.setRequestHeader("Accept", "application/json")
    request.setRequestHeader("Content-Type", blob.type)
    request.upload.onprogress = ({ loaded, total }) => {
      watch()
      if (total > 0) onProgress(loaded / total)
    }
    request.onerror = fail
    request.onabort = fail
    request.onload = async () => {
      clearTimeout(timer)
      const { status } = request
      if (status >= 200 && status < 300) return resolve()
      const headers = { "Retry-After": request.getResponseHeader("Retry-After") ?? "" }
      reject(status < 200 ? new ApiProblem() : await problemOf(request.responseText, { status, headers }))
    }
    signal.addEventListener("abort", () => request.abort())
    watch()
    request.send(blob)
  })
}

const problemOf = (body: string, { status, headers }: { status: number; headers: Record<string, string> }) =>
  readProblem(new Response(body, { status, headers: headers["Retry-After"] ? headers : {} }))
