import { useActionData, useNavigation } from "@remix-run/react"
import { useEffect, useRef } from "react"
import { useTranslation } from "~/i18n/use-translation"
import type { FieldProblem } from "../lib/field-problems"
import { type ActionMessage, useActionToast } from "./use-action-toast"

/** An action's result. */
export interface FormResult extends ActionMessage {
  /** The intent of the form that this is the result of, on a page with several. */
  intent?: string
  /** The typed values, without secrets. */
  values?: Record<string, string>
  problems?: Record<string, FieldProblem[]>
}

/**
 * Returns the results of a page's forms by intent. While the page reloads after one there is none: a toast would invite
 * a press that aborts the reload.
 */
export function useFormResults(): (intent: string) => FormResult | undefined {
  const result = useActionData<FormResult>()
  const { state, formData } = useNavigation()
  const isReloading = state === "loading" && formData !== undefined
  return (intent) => (!isReloading && result?.intent === intent ? result : undefined)
}

/**
 * Shows a form's result: a toast for its message, the focus on the first field in error, and the problem of each field.
 */
export function useFormResult(result: FormResult | undefined) {
  const { t } = useTranslation("errors")
  const form = useRef<HTMLFormElement>(null)
  useActionToast(result)
  useEffect(() => {
    if (result?.problems) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus()
  }, [result])
  const errorOf = (name: string) => result?.problems?.[name]?.map((problem) => t(`fields.${problem}`)).join(" ")
  const [firstWrong] = Object.keys(result?.problems ?? {})
  /** Without script, the new page sets the focus by itself. */
  const focus = (name: string) => (name === firstWrong ? { autoFocus: true } : {})
  return {
    form,
    /** The name, the typed value and the sentence of a field, for its props. */
    field: (name: string) => ({
      name,
      defaultValue: result?.values?.[name],
      error: errorOf(name),
      ...focus(name),
    }),
    /** Props of a checkbox; without a sent form, it is as its record has it. */
    tick: (name: string) => ({
      name,
      defaultChecked: result?.values && result.values[name] === "on",
      error: errorOf(name),
      ...focus(name),
    }),
  }
}
