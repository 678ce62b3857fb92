import { useBlocker } from "@remix-run/react"
import { type RefObject, useEffect, useRef, useState } from "react"
import { ApiProblem, callApi } from "~/browser/call-api"
import type { Workshop } from "~/domain/profiles/editing/schema"
import type { FormResult } from "~/remix/form"
import { useRootData } from "~/remix/root-data"
import {
  answered,
  began,
  changesOf,
  type FieldSaves,
  type FieldValuesJson,
  fieldsInDoubt,
  isSavedBy,
  newSaveId,
  type ReadField,
  readBack,
  readFieldsOf,
  refused,
  retryAfter,
  type Versions,
  versionsIn,
} from "./field-saves"
import { type FieldsForm, readFields } from "./read-fields"
import type { KeptFields } from "./use-kept-fields"

/** The pause in the typing (ms) after which the changes are saved. */
const pause = 1_200

export type Saving = "idle" | "saving" | "saved" | "failed" | "conflict" | "invalid" | "read_only"

/** The form's own button, which saves everything: whether it does now, and its result. */
interface FormButton {
  isBusy: boolean
  result: FormResult | undefined
}

interface AutosavedForm {
  form: RefObject<HTMLFormElement>
  loaded: Record<string, ReadField>
  kept: KeptFields
  button: FormButton
  /** Called after each save that stored something. */
  onSaved: () => void
}

/**
 * Saves the changed fields of a form of the workshop as they are typed, and before the page is left. A save whose answer
 * is lost is asked again; one that another tab has overtaken is refused. What is not stored is kept in this browser.
 * `loaded` are the fields as the page's data has them. Staff who see the site as a member save nothing, and nothing
 * holds them on the page.
 */
export function useFieldAutosave(
  name: FieldsForm,
  { form, loaded, kept, button: { isBusy, result }, onSaved }: AutosavedForm,
) {
  const [saving, setSaving] = useState<Saving>("idle")
  const isImpersonating = Boolean(useRootData()?.impersonation)
  // For as long as the page is open: what was typed as the member must not be saved once staff are themselves again.
  const [isReadOnly] = useState(isImpersonating)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const failures = useRef(0)
  const saves = useRef<FieldSaves>({ stored: {}, versions: versionsIn(loaded), unanswered: {} })
  const running = useRef<Promise<void>>()
  const busy = useRef(isBusy)
  busy.current = isBusy
  /** The save of the form's button that has no result yet, and the result before it. */
  const submitted = useRef<{ id: string; before: FormResult | undefined }>()

  const read = (): FieldValuesJson => {
    const fields = form.current ? readFields(name, new FormData(form.current)) : {}
    return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, JSON.stringify(value)]))
  }
  const changed = () => (isReadOnly ? {} : changesOf(saves.current, read()))
  const hasChanges = () => Object.keys(changed()).length > 0

  /** Waits until nothing is being saved, or about to be. */
  async function settle(): Promise<void> {
    clearTimeout(timer.current)
    await running.current
  }

  /** Saves everything that is typed; returns how that ended. */
  async function save(isLeaving = false): Promise<Saving> {
    await settle()
    // The button saves these fields, and gives them new versions.
    if (busy.current) {
      saveSoon()
      return "saving"
    }
    if (!hasChanges() && fieldsInDoubt(saves.current, {}).length === 0) return "saved"
    setSaving("saving")
    let outcome = "failed" as Saving
    running.current = send(isLeaving).then((end) => {
      outcome = end
    })
    await running.current
    kept.keep(changed())
    setSaving(outcome)
    if (outcome === "saved") onSaved()
    failures.current = outcome === "failed" ? failures.current + 1 : 0
    if (outcome === "failed") timer.current = setTimeout(save, retryAfter(failures.current))
    return outcome
  }

  async function send(keepalive: boolean): Promise<Saving> {
    try {
      if (fieldsInDoubt(saves.current, {}).length > 0 && (await compare())) return "conflict"
      const changes = changed()
      if (Object.keys(changes).length === 0) return "saved"
      await patch(changes, keepalive)
      return "saved"
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      if (error.code === "conflict.changed") return "conflict"
      return error.isPassing ? "failed" : "invalid"
    }
  }

  /** Reads back the fields whose state is unknown; returns whether somebody else has changed one. */
  async function compare(): Promise<boolean> {
    const inDoubt = fieldsInDoubt(saves.current, changed())
    const { fields } = await callApi<Pick<Workshop, "fields">>("/api/me/profile", { isQuiet: true })
    const now = Object.entries(readFieldsOf(fields)).filter(([field]) => inDoubt.includes(field))
    const { saves: known, conflicts } = readBack(saves.current, Object.fromEntries(now))
    saves.current = known
    return conflicts.length > 0
  }

  async function patch(changes: FieldValuesJson, keepalive: boolean): Promise<void> {
    const id = newSaveId()
    const fields = Object.fromEntries(Object.entries(changes).map(([field, json]) => [field, JSON.parse(json)]))
    const seen = Object.fromEntries(Object.keys(changes).map((field) => [field, saves.current.versions[field] ?? null]))
    saves.current = began(saves.current, id, changes)
    try {
      const json = { fields, versions: seen, save: id }
      const answer = await callApi<{ versions: Versions }>("/api/me/profile", {
        method: "PATCH",
        json,
        keepalive,
        isQuiet: true,
      })
      saves.current = answered(saves.current, id, answer.versions)
    } catch (error) {
      if (error instanceof ApiProblem && !error.isPassing) saves.current = refused(saves.current, id)
      throw error
    }
  }

  function saveSoon(): void {
    clearTimeout(timer.current)
    if (isReadOnly) {
      setSaving("read_only")
      return
    }
    kept.keep(changed())
    timer.current = setTimeout(save, pause)
  }

  /** Prepares the form's button: returns the versions and the id that it sends, which may be lost with its answer. */
  function submit(): { versions: Versions; save: string } {
    const id = newSaveId()
    submitted.current = { id, before: result }
    saves.current = began(saves.current, id, read())
    return { versions: saves.current.versions, save: id }
  }

  const now = useRef({ save, saveSoon, hasChanges, read, keep: kept.keep })
  now.current = { save, saveSoon, hasChanges, read, keep: kept.keep }
  const before = useRef(kept.storedBefore)
  useEffect(() => {
    saves.current = { ...saves.current, stored: { ...now.current.read(), ...before.current } }
    if (now.current.hasChanges()) now.current.saveSoon()
    const guard = (event: BeforeUnloadEvent) => {
      if (now.current.hasChanges()) event.preventDefault()
    }
    const retry = () => void now.current.save()
    addEventListener("beforeunload", guard)
    addEventListener("online", retry)
    return () => {
      removeEventListener("beforeunload", guard)
      removeEventListener("online", retry)
      clearTimeout(timer.current)
    }
  }, [])
  // The result of the button comes before the page's data with the new versions.
  const latest = useRef(loaded)
  latest.current = loaded
  const loadedVersions = JSON.stringify(versionsIn(loaded))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the versions say that the page's data is another
  useEffect(() => {
    const fromServer = versionsIn(latest.current)
    saves.current = readBack(saves.current, latest.current).saves
    const sent = submitted.current
    if (!sent || !result || result === sent.before) return
    if (result.isError) saves.current = refused(saves.current, sent.id)
    else if (isSavedBy(fromServer, sent.id)) saves.current = answered(saves.current, sent.id, fromServer)
    else return
    submitted.current = undefined
    now.current.keep(changesOf(saves.current, now.current.read()))
  }, [result, loadedVersions])
  // A navigation inside the app waits for the save; what cannot be saved holds the reader back once.
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    return currentLocation.pathname !== nextLocation.pathname && now.current.hasChanges()
  })
  useEffect(() => {
    if (blocker.state !== "blocked") return
    void now.current.save(true).then(() => (now.current.hasChanges() ? blocker.reset() : blocker.proceed()))
  }, [blocker])

  return { saving, saveSoon, save, submit }
}
