import { useBlocker } from "@remix-run/react"
import { type RefObject, useEffect, useRef, useState } from "react"
import { ApiProblem, callApi } from "~/browser/call-api"
import type { FormResult } from "~/remix/form"
import { useRootData } from "~/remix/root-data"
import { type FieldsForm, readFields } from "./read-fields"

/** The pause in the typing (ms) after which the changes are saved. */
const pause = 1_200

export type Saving = "idle" | "saving" | "saved" | "failed" | "conflict" | "invalid" | "read_only"

type Versions = Record<string, string | null>

/**
 * Saves the changed fields of a form of the workshop as they are typed, and before the page is left. `versions` are
 * those of the edits that the page shows: a save that another tab has overtaken is refused. Staff who see the site as a
 * member save nothing, and nothing holds them on the page.
 */
export function useFieldAutosave(
  name: FieldsForm,
  form: RefObject<HTMLFormElement>,
  versions: Versions,
  /** The form's own button, which saves everything: whether it does now, and its result. */
  { isBusy, result }: { isBusy: boolean; result: FormResult | undefined },
) {
  const [saving, setSaving] = useState<Saving>("idle")
  const isImpersonating = Boolean(useRootData()?.impersonation)
  // For as long as the page is open: what was typed as the member must not be saved once staff are themselves again.
  const [isReadOnly] = useState(isImpersonating)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const known = useRef(versions)
  /** JSON of each field as it is stored. */
  const stored = useRef<Record<string, string>>()
  const running = useRef<Promise<void>>()
  const busy = useRef(isBusy)
  busy.current = isBusy

  const read = () => {
    const fields = form.current ? readFields(name, new FormData(form.current)) : {}
    return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, JSON.stringify(value)]))
  }
  const changed = () =>
    isReadOnly ? [] : Object.entries(read()).filter(([field, json]) => stored.current?.[field] !== json)

  /** Waits until nothing is being saved, or about to be. */
  async function settle(): Promise<void> {
    clearTimeout(timer.current)
    await running.current
  }

  async function save(isLeaving = false): Promise<void> {
    await settle()
    // The button saves these fields, and gives them new versions.
    if (busy.current) return saveSoon()
    const changes = changed()
    if (changes.length === 0) return
    setSaving("saving")
    running.current = send(changes, isLeaving)
    await running.current
  }

  async function send(changes: [string, string][], keepalive: boolean): Promise<void> {
    const fields = Object.fromEntries(changes.map(([field, json]) => [field, JSON.parse(json)]))
    const seen = Object.fromEntries(changes.map(([field]) => [field, known.current[field] ?? null]))
    try {
      const json = { fields, versions: seen }
      const answer = await callApi<{ versions: Versions }>("/api/me/profile", {
        ...{ method: "PATCH", json, keepalive, isQuiet: true },
      })
      known.current = { ...known.current, ...answer.versions }
      stored.current = { ...stored.current, ...Object.fromEntries(changes) }
      setSaving("saved")
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      setSaving(error.code === "conflict.changed" ? "conflict" : error.isPassing ? "failed" : "invalid")
    }
  }

  function saveSoon(): void {
    clearTimeout(timer.current)
    if (isReadOnly) setSaving("read_only")
    else timer.current = setTimeout(save, pause)
  }

  const now = useRef({ save, changed, read })
  now.current = { save, changed, read }
  useEffect(() => {
    stored.current = now.current.read()
    const guard = (event: BeforeUnloadEvent) => {
      if (now.current.changed().length > 0) event.preventDefault()
    }
    addEventListener("beforeunload", guard)
    return () => removeEventListener("beforeunload", guard)
  }, [])
  const latest = useRef(versions)
  latest.current = versions
  useEffect(() => {
    if (!result || result.isError) return
    known.current = latest.current
    stored.current = now.current.read()
  }, [result])
  // A navigation inside the app waits for the save; what cannot be saved holds the reader back once.
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    return currentLocation.pathname !== nextLocation.pathname && now.current.changed().length > 0
  })
  useEffect(() => {
    if (blocker.state !== "blocked") return
    void now.current.save(true).then(() => (now.current.changed().length === 0 ? blocker.proceed() : blocker.reset()))
  }, [blocker])

  return { saving, saveSoon, settle, versions: known }
}
