import worker from "../../worker/index"

export * from "../../worker/index"

type Settings = Env & { _BUCKET_ORIGIN: string }

/** The part of R2 that videos use, in another process: local R2 stores files in the Worker's own, whose memory is measured. */
function openBucket(origin: string): R2Bucket {
  const ask = async (path: string, init?: RequestInit): Promise<Response> => {
    const response = await fetch(origin + path, init)
    if (!response.ok && response.status !== 404) throw new Error(`The bucket: ${response.status} (10024)`)
    return response
  }
  const objectPath = (key: string) => `/objects/${encodeURIComponent(key)}`
  const resume = (key: string, uploadId: string) => ({
    key,
    uploadId,
    async uploadPart(partNumber: number, body: ReadableStream | Uint8Array<ArrayBuffer>) {
      await ask(`/uploads/${uploadId}/${partNumber}`, { method: "PUT", body })
      return { partNumber, etag: String(partNumber) }
    },
    abort: () => ask(`/uploads/${uploadId}`, { method: "DELETE" }),
    complete: () => ask(`/uploads/${uploadId}?key=${encodeURIComponent(key)}`, { method: "POST" }),
  })
  const bucket = {
    resumeMultipartUpload: resume,
    createMultipartUpload: async (key: string) => resume(key, await (await ask("/uploads", { method: "POST" })).text()),
    async get(key: string, { range }: { range?: { offset: number; length: number } } = {}) {
      const headers = range ? { Range: `bytes=${range.offset}-${range.offset + range.length - 1}` } : undefined
      const response = await ask(objectPath(key), { headers })
      return response.status === 404 ? null : response
    },
    async head(key: string) {
      const response = await ask(objectPath(key), { method: "HEAD" })
      return response.status === 404 ? null : { size: Number(response.headers.get("Content-Length")) }
    },
    delete: async (keys: string | string[]) => {
      for (const key of [keys].flat()) await ask(objectPath(key), { method: "DELETE" })
    },
    list: async () => ({ objects: [], truncated: false }),
  }
  return bucket as unknown as R2Bucket
}

const over = (env: Env) => ({ ...env, MEDIA: openBucket((env as Settings)._BUCKET_ORIGIN) })

/** The deployed Worker over that bucket. */
export default {
  fetch: (request: Request, env: Env, context: ExecutionContext) => worker.fetch(request, over(env), context),
  queue: (batch: Parameters<typeof worker.queue>[0], env: Env, context: ExecutionContext) =>
    worker.queue(batch, over(env), context),
}
