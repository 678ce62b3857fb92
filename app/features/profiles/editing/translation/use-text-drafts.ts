import { useEffect, useRef, useState } from "react"
import { ApiProblem, callApi } from "~/browser/call-api"
import { type ProfileTextField, type ProfileTextName, profileTextFields } from "~/domain/profiles/content/fields"
import type { Workshop } from "~/domain/profiles/editing/schema"
import type { TextDrafts } from "~/domain/profiles/editing/translation/schema"
import { readFields } from "../read-fields"
import type { KeptFields } from "../use-kept-fields"
import { type DraftOffer, type TextStates, textState } from "./draft-offers"
import { useUnreadDrafts } from "./unread-drafts"

/** How a request for drafts ended; `sentence` is the server's. */
type DraftOutcome =
  | { kind: "drafted"; count: number; missing: number }
  | { kind: "failed"; sentence: string | null }
  | { kind: "offline" }

export interface OwnDrafts {
  states: TextStates
  /** The offer that is being drafted. */
  busy: DraftOffer | null
  outcome: DraftOutcome | null
  /** Texts of drafts, for the fields that they were filled into. */
  texts: Partial<Record<ProfileTextField, string>>
  /** Fields with a draft that its owner has not read. */
  unread: ReadonlySet<ProfileTextField>
  /** Counts the fillings: the form saves after each. */
  changes: number
  draft: (offer: DraftOffer, form: HTMLFormElement) => Promise<void>
  /** The owner typed in a field. */
  typed: (field: ProfileTextField, text: string) => void
  markRead: (field: ProfileTextField) => void
}

const nameOf = (field: ProfileTextField) => field.split(".")[0] as ProfileTextName

/** Fills empty texts with drafts of a machine, and remembers in this browser which of them their owner has not read. */
export function useTextDrafts({ fields, form }: Pick<KeptFields, "fields" | "form">): OwnDrafts {
  const statesOf = (values: Workshop["fields"]) =>
    Object.fromEntries(profileTextFields.map((field) => [field, textState(nameOf(field), values[field].value)]))
  const [states, setStates] = useState(() => statesOf(fields) as TextStates)
  const [busy, setBusy] = useState<DraftOffer | null>(null)
  const [outcome, setOutcome] = useState<DraftOutcome | null>(null)
  const [filled, setFilled] = useState<{ form: string; texts: OwnDrafts["texts"] }>({ form, texts: {} })
  const { unread, changeUnread } = useUnreadDrafts(fields)
  const [changes, setChanges] = useState(0)
  const running = useRef<AbortController>()

  // Another form has other values, which were typed before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form's name says that its values are others
  useEffect(() => setStates(statesOf(fields) as TextStates), [form])
  useEffect(() => () => running.current?.abort(), [])

  async function draft(offer: DraftOffer, element: HTMLFormElement): Promise<void> {
    if (busy) return
    setBusy(offer)
    setOutcome(null)
    const controller = new AbortController()
    running.current = controller
    const end = await request(offer, element, controller.signal)
    if (controller.signal.aborted) return
    setBusy(null)
    if ("kind" in end) return setOutcome(end)
    // A field that was typed in since keeps its text.
    const now = readFields("words", new FormData(element))
    const made = Object.entries(end.texts).map(
      ([name, text]) => [`${name as ProfileTextName}.${offer.to}`, text] as const,
    )
    const fitting = made.filter(([field]) => now[field] === "")
    const texts = Object.fromEntries(fitting)
    setFilled({ form, texts: { ...(filled.form === form && filled.texts), ...texts } })
    setStates((all) => ({ ...all, ...statesAfter(texts) }))
    changeUnread((all) => {
      for (const [field] of fitting) all.add(field)
    })
    if (fitting.length > 0) setChanges((count) => count + 1)
    setOutcome({ kind: "drafted", count: fitting.length, missing: offer.names.length - made.length })
  }

  return {
    states,
    busy,
    outcome,
    texts: filled.form === form ? filled.texts : {},
    unread,
    changes,
    draft,
    typed: (field, text) => {
      const state = textState(nameOf(field), text)
      if (states[field] !== state) {
        setStates({ ...states, [field]: state })
        // The sentence was about other texts.
        setOutcome(null)
      }
      if (unread.has(field)) changeUnread((all) => all.delete(field))
    },
    markRead: (field) => changeUnread((all) => all.delete(field)),
  }
}

const statesAfter = (texts: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(texts).map(([field, text]) => [field, textState(nameOf(field as ProfileTextField), text)]),
  )

async function request(
  { from, to, names }: DraftOffer,
  form: HTMLFormElement,
  signal: AbortSignal,
): Promise<TextDrafts | DraftOutcome> {
  const typed = readFields("words", new FormData(form))
  const texts = Object.fromEntries(names.map((name) => [name, typed[`${name}.${from}`]]))
  try {
    const json = { from, to, texts }
    return await callApi<TextDrafts>("/api/me/profile/translations", { method: "POST", json, signal, isQuiet: true })
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    if (error.status === null && !navigator.onLine) return { kind: "offline" }
    return { kind: "failed", sentence: error.sentence }
  }
}
