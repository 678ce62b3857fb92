import { type RefObject, useEffect, useRef, useState } from "react"
import { spokenLanguages } from "~/domain/profiles/content/spoken-languages"
import { type CastingStep, consentKinds } from "~/domain/support/applications/choices"
import type { ApplicationPatch } from "~/domain/support/applications/schema"

/** The pause in the typing (ms) after which the step is saved. */
const pause = 3_000

/**
 * Saves what is typed into a step without a press, once there is a draft, over the API and without any effect on
 * navigations. A failed save is covered by the next press of a button.
 */
export function useAutosave(step: CastingStep, form: RefObject<HTMLFormElement>, draftId: string | null) {
  const [isSaved, setSaved] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const request = useRef<AbortController>()

  function stop(): void {
    clearTimeout(timer.current)
    request.current?.abort()
  }

  const stopNow = useRef(stop)
  useEffect(() => stopNow.current, [])

  async function save(): Promise<void> {
    if (!form.current) return
    request.current = new AbortController()
    const body = JSON.stringify(patchOf(step, form.current))
    const headers = { "Content-Type": "application/json" }
    const { signal } = request.current
    const response = await fetch(`/api/applications/${draftId}`, { method: "PATCH", headers, body, signal }).catch(
      () => null,
    )
    setSaved(response?.ok ?? false)
  }

  function saveSoon(): void {
    stop()
    setSaved(false)
    if (draftId) timer.current = setTimeout(save, pause)
  }

  return { isSaved, saveSoon, stop }
}

function patchOf(step: CastingStep, form: HTMLFormElement): ApplicationPatch {
  const typed = new FormData(form)
  const text = (name: string) => String(typed.get(name) ?? "")
  const isTicked = (name: string) => typed.has(name)
  switch (step) {
    case "you":
      return {
        first_name: text("first_name"),
        city: text("city") || null,
        category: text("category") || null,
        languages: spokenLanguages.filter((code) => isTicked(`language_${code}`)),
        adult: isTicked("adult"),
      }
    case "words":
      return { presentation: text("presentation"), experience: text("experience") }
    case "pictures":
      return {}
    case "send": {
      const email = form.elements.namedItem("email")
      const isComplete = email instanceof HTMLInputElement && email.value !== "" && email.validity.valid
      const declared = consentKinds.filter((kind) => kind !== "adult").map((kind) => [kind, isTicked(kind)])
      return { ...Object.fromEntries(declared), ...(isComplete && { email: email.value }) }
    }
  }
}
