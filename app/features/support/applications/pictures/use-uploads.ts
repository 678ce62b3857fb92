import { useNavigation, useRevalidator } from "@remix-run/react"
import { useEffect, useRef, useState } from "react"
import { readProblem, showProblem } from "~/browser/call-api"
import { readPicture } from "~/browser/draw-picture"
import { pictureUpload } from "~/domain/support/applications/choices"
import { useTranslation } from "~/i18n/use-translation"

/** A picture being uploaded. */
export interface Upload {
  key: number
  file: File
  /** The id of the stored picture that it replaces. */
  replaces?: string
  state: "waiting" | "sending" | "refused" | "failed"
  /** Why it was refused. */
  sentence?: string
}

/**
 * Uploads pictures one after the other, each normalised first; reloads the page's data as each arrives. A refused one
 * shows why, until it is dismissed; a failed upload can be retried.
 */
export function useUploads(applicationId: string, storedCount: number) {
  const { t } = useTranslation("errors")
  const { revalidate } = useRevalidator()
  const [uploads, setUploads] = useState<Upload[]>([])
  /** False once the page is being left: it then loads its data by itself. */
  const isStaying = useRef(true)
  const { state } = useNavigation()
  useEffect(() => {
    isStaying.current = state === "idle"
    return () => {
      isStaying.current = false
    }
  }, [state])
  const keys = useRef(0)
  const queue = useRef(Promise.resolve())

  const change = (key: number, patch: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...patch } : one)))
  const dismiss = ({ key }: Upload) => setUploads((all) => all.filter((one) => one.key !== key))

  async function send(upload: Upload): Promise<void> {
    change(upload.key, { state: "sending" })
    try {
      const body = (await readPicture(upload.file, pictureUpload.keptSide))?.blob ?? upload.file
      if (body.size > pictureUpload.maxBytes)
        return change(upload.key, { state: "refused", sentence: t("fields.picture_size") })
      const query = upload.replaces === undefined ? "" : `?${new URLSearchParams({ replaces: upload.replaces })}`
      const response = await fetch(`/api/applications/${applicationId}/pictures${query}`, { method: "POST", body })
      // Replaced by an earlier attempt whose response was lost, or removed elsewhere: the page shows which.
      const isGone = response.status === 404 && upload.replaces !== undefined
      if (response.ok || isGone) {
        if (isStaying.current) revalidate()
        return dismiss(upload)
      }
      const problem = await readProblem(response)
      const sentence = problem.errors.pictures?.join(" ") ?? problem.sentence
      if (sentence === null) return change(upload.key, { state: "failed" })
      showProblem({ sentence })
      change(upload.key, { state: "refused", sentence })
    } catch {
      change(upload.key, { state: "failed" })
    }
  }

  function enqueue(upload: Upload): void {
    queue.current = queue.current.then(() => send(upload))
  }

  function add(files: File[]): void {
    const isPending = ({ state, replaces }: Upload) =>
      replaces === undefined && (state === "waiting" || state === "sending")
    let free = pictureUpload.max - storedCount - uploads.filter(isPending).length
    const added = files.map((file): Upload => {
      keys.current += 1
      free -= 1
      const base = { key: keys.current, file }
      return free < 0
        ? { ...base, state: "refused", sentence: t("fields.pictures_many") }
        : { ...base, state: "waiting" }
    })
    setUploads((all) => [...all, ...added])
    for (const upload of added) if (upload.state === "waiting") enqueue(upload)
  }

  /** Uploads another version of a stored picture, which it replaces. */
  function replace(replaces: string, file: File): void {
    keys.current += 1
    const upload: Upload = { key: keys.current, file, replaces, state: "waiting" }
    setUploads((all) => [...all, upload])
    enqueue(upload)
  }

  function retry(upload: Upload): void {
    change(upload.key, { state: "waiting" })
    enqueue(upload)
  }

  return { uploads, add, replace, retry, dismiss }
}
