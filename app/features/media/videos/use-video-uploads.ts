import { useRevalidator } from "@remix-run/react"
import { useEffect, useRef, useState } from "react"
import { ApiProblem } from "~/browser/call-api"
import type { OwnVideo } from "~/domain/media/videos/schema"
import { useTranslation } from "~/i18n/use-translation"
import { useLeaveGuard } from "~/remix/use-leave-guard"
import { fetchVideo, openUpload, sendPoster, sendVideo } from "./send-video"
import { fileProblem, identifyFile } from "./video-file"
import { drawFirstFrame } from "./video-frame"

/** An upload in this tab. */
export interface Upload {
  file: File
  state: "sending" | "waiting" | "paused" | "stopped"
  /** Bytes that are stored. */
  sent: number
  /** Why it stopped. */
  sentence: string | null
}

/** Uploads videos in parts; each can be paused, and resumed also after a reload once its file is chosen again. */
export function useVideoUploads() {
  const { t } = useTranslation("videos")
  const errors = useTranslation("errors").t
  const { revalidate } = useRevalidator()
  const [uploads, setUploads] = useState<Record<string, Upload>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const controllers = useRef(new Map<string, AbortController>())

  const change = (id: string, patch: Partial<Upload>) =>
    setUploads((all) => (all[id] ? { ...all, [id]: { ...all[id], ...patch } } : all))
  const forget = (id: string) => setUploads(({ [id]: _, ...others }) => others)
  const sentenceOf = (error: unknown) =>
    error instanceof ApiProblem
      ? (Object.values(error.errors)[0]?.[0] ?? error.sentence ?? t("upload.failed"))
      : t("upload.failed")

  // Leaving the page ends its uploads; what has arrived stays.
  useEffect(() => {
    const running = controllers.current
    return () => {
      for (const controller of running.values()) controller.abort()
    }
  }, [])
  const isSending = Object.values(uploads).some(({ state }) => state === "sending" || state === "waiting")
  useLeaveGuard(isSending, t("upload.leave"))

  async function run(file: File, video: OwnVideo): Promise<void> {
    const { id } = video
    if (controllers.current.has(id)) return
    const controller = new AbortController()
    const { signal } = controller
    controllers.current.set(id, controller)
    setUploads((all) => ({ ...all, [id]: { file, state: "sending", sent: 0, sentence: null } }))
    try {
      const current = await fetchVideo(id)
      if (!current.has_poster) await addPoster(current, file)
      await sendVideo(file, current, {
        signal,
        onProgress: (sent) => change(id, { sent }),
        onWaiting: (isWaiting) => change(id, { state: isWaiting ? "waiting" : "sending" }),
      })
      forget(id)
    } catch (error) {
      if (signal.aborted) change(id, { state: "paused" })
      else change(id, { state: "stopped", sentence: sentenceOf(error) })
    } finally {
      controllers.current.delete(id)
    }
    revalidate()
  }

  /** Begins or resumes the upload of a chosen file; `expected`: the video that it is to be the rest of. */
  async function choose(file: File, expected?: OwnVideo): Promise<void> {
    setProblem(null)
    const refused = await fileProblem(file)
    if (refused) return setProblem(errors(`fields.${refused}`))
    const clientId = await identifyFile(file)
    if (expected && expected.upload?.client_id !== clientId) return setProblem(t("upload.other_file"))
    try {
      const video = await openUpload(file, clientId)
      revalidate()
      if (!video.upload) return setProblem(t("upload.known"))
      await run(file, video)
    } catch (error) {
      setProblem(sentenceOf(error))
    }
  }

  return {
    uploads,
    problem,
    choose,
    pause: (id: string) => controllers.current.get(id)?.abort(),
    resume: (video: OwnVideo) => {
      const upload = uploads[video.id]
      if (upload) void run(upload.file, video)
    },
    /** Stops an upload that is about to be removed. */
    drop: (id: string) => {
      controllers.current.get(id)?.abort()
      forget(id)
    },
  }
}

/** A first poster, which the owner may replace: a video without one is not reviewed. Its failure stops nothing. */
async function addPoster(video: OwnVideo, file: File): Promise<void> {
  const frame = await drawFirstFrame(file)
  if (frame) await sendPoster(video.id, video.version, frame).catch(() => {})
}
