import CircleAlert from "lucide-react/icons/circle-exclamation-point"
import Eye from "lucide-react/icons/eye"
import EyeOff from "lucide-react/icons/eye-off"
import {
  forwardRef,
  type InputHTMLAttributes,
  type ReactNode,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from "react"
import { countCharacters } from "~/lib/characters"
import { classNames } from "~/lib/class-names"
import { IconButton } from "../button"
import { SpriteIcon } from "../sprite-icon"

export type FieldTexts = {
  label: ReactNode
  /** At the end of the label's line: "optional", a link. */
  aside?: ReactNode
  hint?: ReactNode
  /** A sentence or several, each saying what to do. */
  error?: string | readonly string[]
  /** Keeps the label for screen readers only. */
  isLabelHidden?: boolean
}

/** Attributes that tie a control to its label, hint and error. */
type ControlAttributes = { id: string; "aria-describedby"?: string; "aria-invalid"?: true }

export type FieldProps = FieldTexts & {
  id?: string
  /** At the end of the line below, beside the hint: a count. */
  count?: ReactNode
  className?: string
  children: (control: ControlAttributes) => ReactNode
}

/** Label above, control, then the error or the hint below. Once there is an error, the hint gives way to it. */
export function Field({ label, aside, hint, error, isLabelHidden, id, count, className, children }: FieldProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const belowId = `${controlId}-below`
  const countId = `${controlId}-count`
  const sentence = typeof error === "string" ? error : error?.join(" ")
  const below = sentence || hint
  const describedBy = [below && belowId, count && countId].filter(Boolean).join(" ")
  return (
    <div className={classNames("min-w-0", className)}>
      <div className={classNames("mb-1.5 flex items-baseline justify-between gap-3", isLabelHidden && "sr-only")}>
        <label htmlFor={controlId} className="text-meta font-medium text-ink">
          {label}
        </label>
        {aside && <span className="text-meta text-mute">{aside}</span>}
      </div>
      {children({
        id: controlId,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": sentence ? true : undefined,
      })}
      {(below || count) && (
        <div className="mt-2 flex justify-between gap-4 text-meta text-mute">
          <div id={belowId} className="min-w-0 grow">
            {sentence ? <FieldError>{sentence}</FieldError> : hint}
          </div>
          {count && (
            <span id={countId} className="shrink-0 tabular-nums">
              {count}
            </span>
          )}
        </div>
      )}
    </div>
  )
}

/** The sentence under a field or a group that is wrong. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <span id={id} className="flex gap-1.5 text-meta text-bad">
      <CircleAlert className="mt-0.5 size-4" />
      <span className="min-w-0">{children}</span>
    </span>
  )
}

export type TextFieldProps = FieldTexts &
  Omit<InputHTMLAttributes<HTMLInputElement>, "size"> & {
    icon?: ReactNode
    trailing?: ReactNode
    /** For passwords: the names of the button that shows and hides what is typed. */
    reveal?: { show: string; hide: string }
  }

/**
 * Returns the `maxlength` of a field that takes `max` characters. Browsers count UTF-16 units, of which a character has up to two: they would
 * cut off what the server accepts. Codes, addresses and searches are of one unit each.
 */
function maxUnits(max: number | undefined, { type, inputMode }: { type: string; inputMode?: string | undefined }) {
  const isFree = (type === "text" || type === "password") && inputMode === undefined
  return max !== undefined && isFree ? 2 * max : max
}

/** A line of text. `className` goes to the whole field, and `maxLength` is in characters. */
export const TextField = forwardRef<HTMLInputElement, TextFieldProps>(function TextField(
  { label, aside, hint, error, isLabelHidden, id, icon, trailing, reveal, className, type = "text", ...rest },
  ref,
) {
  const [isRevealed, setRevealed] = useState(false)
  const hasTrailing = Boolean(trailing || reveal || rest.disabled)
  return (
    <Field
      label={label}
      aside={aside}
      hint={hint}
      error={error}
      isLabelHidden={isLabelHidden}
      id={id}
      className={className}
    >
      {(control) => (
        <div className="relative">
          {icon && <LeadingIcon>{icon}</LeadingIcon>}
          <input
            {...rest}
            {...control}
            ref={ref}
            maxLength={maxUnits(rest.maxLength, { type, inputMode: rest.inputMode })}
            type={reveal && isRevealed ? "text" : type}
            className={classNames("field-control", icon ? "pl-10.5" : "pl-3.5", hasTrailing ? "pr-11" : "pr-3.5")}
          />
          {hasTrailing && (
            <span className="absolute inset-y-0 right-0.5 flex min-w-10 items-center justify-center text-mute">
              {rest.disabled ? (
                <SpriteIcon name="lock" className="size-4.5 opacity-50" />
              ) : reveal ? (
                <IconButton
                  label={isRevealed ? reveal.hide : reveal.show}
                  onClick={() => setRevealed(!isRevealed)}
                  className="text-ink2!"
                >
                  {isRevealed ? <EyeOff /> : <Eye />}
                </IconButton>
              ) : (
                trailing
              )}
            </span>
          )}
        </div>
      )}
    </Field>
  )
})

/** The icon at the start of a field. */
export function LeadingIcon({ children }: { children: ReactNode }) {
  return (
    <span className="pointer-events-none absolute inset-y-0 left-0 flex w-11 items-center justify-center text-mute [&_.lucide]:size-4.5">
      {children}
    </span>
  )
}

export type TextAreaProps = FieldTexts &
  TextareaHTMLAttributes<HTMLTextAreaElement> & {
    /** Writes the count below, in the reader's numbers: `(82, 400) => "82 / 400"`. */
    formatCount?: (length: number, maxLength: number) => string
    /** The length from which on the count is shown: 0 is always, and without it where little of `maxLength` is left. */
    countFrom?: number
    /** Between the label and the text. */
    toolbar?: ReactNode
    /** How tall it is when empty: 2, 4 or 8 lines. */
    size?: keyof typeof textAreaSizes
  }

const textAreaSizes = {
  short: { rows: 2, className: "min-h-16" },
  normal: { rows: 4, className: "min-h-24" },
  long: { rows: 8, className: "min-h-48" },
}

/**
 * Several lines. It grows with what is typed where the browser can. The reader may type or paste past `maxLength` and sees by how much, for
 * what is cut off without a word is lost; the server refuses.
 */
export const TextArea = forwardRef<HTMLTextAreaElement, TextAreaProps>(function TextArea(
  {
    label,
    aside,
    hint,
    error,
    isLabelHidden,
    id,
    formatCount = String,
    maxLength = Number.POSITIVE_INFINITY,
    countFrom = maxLength * 0.9,
    className,
    toolbar,
    size = "normal",
    onChange,
    ...rest
  },
  ref,
) {
  const given = rest.value ?? rest.defaultValue ?? ""
  const [typed, setTyped] = useState(countCharacters(String(given)))
  const length = rest.value === undefined ? typed : countCharacters(String(rest.value))
  const isTooLong = length > maxLength
  const count = length >= countFrom && (
    <span className={classNames(isTooLong && "font-medium text-bad")}>{formatCount(length, maxLength)}</span>
  )
  return (
    <Field
      label={label}
      aside={aside}
      hint={hint}
      error={error}
      isLabelHidden={isLabelHidden}
      id={id}
      count={count}
      className={className}
    >
      {(control) => (
        <>
          {toolbar}
          <textarea
            {...rest}
            {...control}
            aria-invalid={control["aria-invalid"] ?? (isTooLong || undefined)}
            ref={ref}
            rows={textAreaSizes[size].rows}
            className={classNames(
              "field-control block max-h-[60dvh] resize-y px-3.5 py-2.5 field-sizing-content",
              textAreaSizes[size].className,
            )}
            onChange={(event) => {
              setTyped(countCharacters(event.currentTarget.value))
              onChange?.(event)
            }}
          />
        </>
      )}
    </Field>
  )
})
