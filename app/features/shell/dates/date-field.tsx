import { type ClipboardEvent, useEffect, useId, useMemo, useRef } from "react"
import { datePartNames, monthNames } from "~/i18n/date-parts"
import { useLocale } from "~/i18n/use-locale"
import { classNames } from "~/lib/class-names"
import { FieldError, type FieldTexts } from "~/ui/form/field"
import { SelectBox } from "~/ui/form/select"
import { type DateParts, dateOf, partsOf, readDate } from "./date-parts"

export type DateFieldProps = Omit<FieldTexts, "isLabelHidden"> & {
  name: string
  /** YYYY-MM-DD, as the form sends it. */
  defaultValue?: string
  /** The first and the last day that a browser without script offers; the server refuses others. */
  min?: string
  max?: string
  required?: boolean
  autoFocus?: boolean
  className?: string
}

/**
 * A date in three parts, in the reader's language. The form has it as YYYY-MM-DD under the field's name, which the
 * browser's own field sends if there is no script.
 */
export function DateField({ label, aside, hint, error, className, defaultValue = "", ...input }: DateFieldProps) {
  const { name, required } = input
  const belowId = useId()
  const locale = useLocale()
  const texts = useMemo(() => ({ names: datePartNames(locale), months: monthNames(locale) }), [locale])
  const group = useRef<HTMLFieldSetElement>(null)
  useSentDate(group, name)
  const sentence = typeof error === "string" ? error : error?.join(" ")
  const below = sentence || hint
  const parts = partsOf(defaultValue)
  const { names, months } = texts
  const part = (key: keyof DateParts) => ({
    "data-part": key,
    "aria-label": names[key],
    "aria-invalid": sentence ? (true as const) : undefined,
    defaultValue: parts[key],
    required,
    autoComplete: "off",
  })
  return (
    <fieldset ref={group} aria-describedby={below ? belowId : undefined} className={classNames("min-w-0", className)}>
      <legend className="mb-1.5 flex w-full items-baseline justify-between gap-3 text-meta">
        <span className="font-medium text-ink">{label}</span>
        {aside && <span className="text-mute">{aside}</span>}
      </legend>
      <div className="flex gap-2 noscript:hidden" onPaste={paste}>
        <input
          {...part("day")}
          type="text"
          inputMode="numeric"
          maxLength={2}
          placeholder={names.day}
          className="field-control w-14! shrink-0 px-2 text-center"
        />
        <SelectBox {...part("month")} options={months} placeholder={names.month} className="min-w-0 grow" />
        <input
          {...part("year")}
          type="text"
          inputMode="numeric"
          maxLength={4}
          placeholder={names.year}
          className="field-control w-18! shrink-0 px-2 text-center"
        />
      </div>
      <noscript>
        <input
          {...input}
          type="date"
          aria-label={typeof label === "string" ? label : undefined}
          aria-invalid={sentence ? true : undefined}
          defaultValue={defaultValue}
          className="field-control px-3.5"
        />
      </noscript>
      {below && (
        <div id={belowId} className="mt-2 text-meta text-mute">
          {sentence ? <FieldError>{sentence}</FieldError> : hint}
        </div>
      )}
    </fieldset>
  )
}

const partNames = ["day", "month", "year"] as const satisfies (keyof DateParts)[]

/** Finds the control of a part; the month's is a select, of which the value alone is used. */
const controlOf = (group: Element, part: keyof DateParts) =>
  group.querySelector<HTMLInputElement>(`[data-part="${part}"]`)

/** Adds the date to what the form sends, however that is done. */
function useSentDate(group: { current: HTMLFieldSetElement | null }, name: string): void {
  useEffect(() => {
    const fieldset = group.current
    const form = fieldset?.form
    if (!fieldset || !form) return
    const typedIn = (part: keyof DateParts) => controlOf(fieldset, part)?.value.trim() ?? ""
    const add = ({ formData }: FormDataEvent) =>
      formData.set(name, dateOf({ day: typedIn("day"), month: typedIn("month"), year: typedIn("year") }))
    form.addEventListener("formdata", add)
    return () => form.removeEventListener("formdata", add)
  }, [group, name])
}

/** Fills all parts with a whole date. */
function paste(event: ClipboardEvent<HTMLElement>): void {
  const pasted = readDate(event.clipboardData.getData("text"))
  if (!pasted) return
  event.preventDefault()
  for (const part of partNames) {
    const control = controlOf(event.currentTarget, part)
    if (control) control.value = pasted[part]
  }
}
