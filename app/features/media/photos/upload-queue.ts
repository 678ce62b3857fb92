import { ApiProblem } from "~/browser/call-api"
import type { Crop, DrawnPicture } from "~/browser/draw-picture"
import { backoff } from "~/lib/backoff"
import { cropText } from "../crop/crop"

type PendingState = "checking" | "chosen" | "refused" | "waiting" | "sending" | "paused" | "failed"

/** A photo that is chosen and has not arrived. */
export interface PendingPhoto {
  /** The `client_id` of its upload: sent again, it is the same photo. */
  id: string
  name: string
  state: PendingState
  /** Why it was refused. */
  sentence: string | null
  /** From 0 to 1, while it is sent. */
  progress: number
  photo: DrawnPicture | null
  crop: Crop | null
  visibility: "public" | "private"
  attempts: number
}

export interface Sent {
  id: string
  blob: Blob
  visibility: "public" | "private"
  crop: string | null
}

interface Ports {
  /** Reads a file; returns a sentence if it is refused. */
  read: (file: File) => Promise<DrawnPicture | string>
  /** Throws ApiProblem. */
  send: (photo: Sent, onProgress: (share: number) => void, signal: AbortSignal) => Promise<void>
  isOnline: () => boolean
  /** Called for each change of the list. */
  onChange: (pending: PendingPhoto[]) => void
  onArrived: (name: string) => void
  /** Calls back after a time (ms); returns a function that prevents it. */
  wait: (run: () => void, ms: number) => () => void
  newId: () => string
}

/** Failures of the server after which the owner is asked; without a network it waits as long as it takes. */
const maxAttempts = 3
/** A limit that ends later (ms) is for the owner to know. */
const maxWait = 60_000

export interface UploadQueue {
  add: (files: readonly File[]) => Promise<void>
  crop: (id: string, crop: Crop | null) => void
  /** Sends everything that is chosen, one after the other, in order. */
  start: (visibility: "public" | "private") => void
  retry: (id: string) => void
  /** Ends an upload, or removes what is not sent. */
  cancel: (id: string) => void
  /** The network is back: what it interrupted goes on. */
  resume: () => void
  close: () => void
}

export function createUploadQueue(ports: Ports): UploadQueue {
  let pending: PendingPhoto[] = []
  let running: { id: string; end: AbortController } | null = null
  let stopWaiting: () => void = () => {}
  let failures = 0
  let isClosed = false

  const find = (id: string) => pending.find((one) => one.id === id)
  function set(next: PendingPhoto[]): void {
    pending = next
    if (!isClosed) ports.onChange(next)
  }
  const change = (id: string, patch: Partial<PendingPhoto>) =>
    set(pending.map((one) => (one.id === id ? { ...one, ...patch } : one)))
  const changeAll = (from: PendingState, patch: Partial<PendingPhoto>) =>
    set(pending.map((one) => (one.state === from ? { ...one, ...patch } : one)))
  const remove = (id: string) => set(pending.filter((one) => one.id !== id))

  async function add(files: readonly File[]): Promise<void> {
    const added = files.map((file) => ({ file, id: ports.newId() }))
    const base = { state: "checking", sentence: null, progress: 0, photo: null, crop: null } as const
    const rows = added.map(({ file, id }): PendingPhoto => {
      return { ...base, id, name: file.name, visibility: "public", attempts: 0 }
    })
    set([...pending, ...rows])
    // In turn: each photo is decoded whole.
    for (const { file, id } of added) {
      if (!find(id)) continue
      const read = await ports.read(file)
      if (typeof read === "string") change(id, { state: "refused", sentence: read })
      else change(id, { state: "chosen", photo: read })
    }
  }

  function pause(): void {
    changeAll("waiting", { state: "paused" })
  }

  function resume(): void {
    stopWaiting()
    failures = 0
    changeAll("paused", { state: "waiting" })
    void run()
  }

  async function run(): Promise<void> {
    if (running || isClosed) return
    const next = pending.find(({ state }) => state === "waiting")
    if (!next?.photo) return
    if (!ports.isOnline()) return pause()
    const end = new AbortController()
    const { id } = next
    running = { id, end }
    change(id, { state: "sending", progress: 0, sentence: null })
    const { visibility, photo, crop, name } = next
    try {
      await ports.send(
        { id, blob: photo.blob, visibility, crop: crop && cropText(crop) },
        (progress) => change(id, { progress }),
        end.signal,
      )
      failures = 0
      remove(id)
      ports.onArrived(name)
    } catch (error) {
      if (find(id)) handleFailure(id, error)
    }
    running = null
    void run()
  }

  function handleFailure(id: string, error: unknown): void {
    const problem = error instanceof ApiProblem ? error : new ApiProblem()
    const attempts = (find(id)?.attempts ?? 0) + 1
    if (!problem.isPassing) {
      const sentence = Object.values(problem.errors).flat().join(" ") || problem.sentence
      change(id, { state: "refused", sentence })
      return
    }
    const isLong = (problem.retryAfter ?? 0) > maxWait
    if (problem.status !== null && (attempts >= maxAttempts || isLong)) {
      change(id, { state: "failed", attempts: 0, sentence: problem.sentence })
      return
    }
    failures += 1
    change(id, { state: "paused", attempts: problem.status === null ? 0 : attempts })
    pause()
    stopWaiting()
    stopWaiting = ports.wait(() => {
      changeAll("paused", { state: "waiting" })
      void run()
    }, problem.retryAfter ?? backoff(failures))
  }

  return {
    add,
    crop: (id, crop) => change(id, { crop }),
    start(visibility) {
      changeAll("chosen", { state: "waiting", visibility })
      void run()
    },
    retry(id) {
      change(id, { state: "waiting", attempts: 0, sentence: null })
      changeAll("paused", { state: "waiting" })
      void run()
    },
    cancel(id) {
      remove(id)
      if (running?.id === id) running.end.abort()
    },
    resume,
    close() {
      isClosed = true
      stopWaiting()
      running?.end.abort()
    },
  }
}
