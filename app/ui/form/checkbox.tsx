import Check from "lucide-react/icons/check"
import Minus from "lucide-react/icons/minus"
import { forwardRef, type InputHTMLAttributes, type ReactNode, useEffect, useId, useRef } from "react"
import { classNames } from "~/lib/class-names"
import { FieldError } from "./field"

export type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "size"> & {
  label: ReactNode
  description?: ReactNode
  /** At the end of the row: the number of results if ticked. */
  count?: ReactNode
  error?: string
  /** Some, not all. */
  isIndeterminate?: boolean
  isLabelHidden?: boolean
}

/** 18 square, ink when ticked. `className` goes to the row. */
export const Checkbox = forwardRef<HTMLInputElement, CheckboxProps>(function Checkbox(
  { label, description, count, error, isIndeterminate = false, isLabelHidden, className, id, ...rest },
  ref,
) {
  const ownId = useId()
  const inputId = id ?? ownId
  const own = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (own.current) own.current.indeterminate = isIndeterminate
  }, [isIndeterminate])
  const described = [description && `${inputId}-description`, error && `${inputId}-error`].filter(Boolean).join(" ")
  return (
    <div className={className}>
      <label
        className={classNames(
          "group touch-target flex min-h-6 gap-2.5 text-ui has-disabled:cursor-not-allowed has-disabled:opacity-40",
          isLabelHidden ? "items-center" : "items-start",
        )}
      >
        <span className="relative mt-px flex size-4.5 shrink-0">
          <input
            {...rest}
            ref={(element) => {
              ;(own as { current: HTMLInputElement | null }).current = element
              if (typeof ref === "function") ref(element)
              else if (ref) ref.current = element
            }}
            id={inputId}
            type="checkbox"
            aria-invalid={error ? true : rest["aria-invalid"]}
            aria-describedby={described || undefined}
            className="peer size-full appearance-none rounded-[5px] border border-ctl bg-surface transition-colors checked:border-ink checked:bg-ink indeterminate:border-ink indeterminate:bg-ink aria-invalid:border-bad"
          />
          <Check className="pointer-events-none absolute inset-0.5 size-3.5 stroke-[2.5]! text-paper forced-colors:text-[CanvasText] opacity-0 peer-checked:opacity-100 peer-indeterminate:opacity-0" />
          <Minus className="pointer-events-none absolute inset-0.5 size-3.5 stroke-[2.5]! text-paper forced-colors:text-[CanvasText] opacity-0 peer-indeterminate:opacity-100" />
        </span>
        <ChoiceLabel
          label={label}
          description={description}
          count={count}
          isLabelHidden={isLabelHidden}
          descriptionId={`${inputId}-description`}
        />
      </label>
      {error && (
        <span className="mt-1.5 block">
          <FieldError id={`${inputId}-error`}>{error}</FieldError>
        </span>
      )}
    </div>
  )
})

export type ChoiceLabelProps = {
  label: ReactNode
  description?: ReactNode
  descriptionId?: string
  count?: ReactNode
  isLabelHidden?: boolean
}

/** The label of a checkbox, a radio or a switch. */
export function ChoiceLabel({ label, description, descriptionId, count, isLabelHidden }: ChoiceLabelProps) {
  return (
    <>
      <span className={classNames("min-w-0 grow", isLabelHidden && "sr-only")}>
        {label}
        {description && (
          <span id={descriptionId} className="mt-0.5 block text-meta text-mute">
            {description}
          </span>
        )}
      </span>
      {count !== undefined && <span className="text-meta text-mute tabular-nums">{count}</span>}
    </>
  )
}
