import { forwardRef, type InputHTMLAttributes, type ReactNode, useId } from "react"
import { classNames } from "~/lib/class-names"
import { ChoiceLabel } from "./checkbox"
import { FieldError } from "./field"

const radioClass =
  "mt-px size-4.5 shrink-0 appearance-none rounded-full border border-ctl bg-surface transition-[border-width,border-color] checked:border-[5.5px] checked:border-ink aria-invalid:border-bad"

export type RadioProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "size"> & {
  label: ReactNode
  description?: ReactNode
  count?: ReactNode
}

export const Radio = forwardRef<HTMLInputElement, RadioProps>(function Radio(
  { label, description, count, className, ...rest },
  ref,
) {
  const id = useId()
  return (
    <label
      className={classNames(
        "touch-target flex min-h-6 items-start gap-2.5 text-ui has-disabled:cursor-not-allowed has-disabled:opacity-40",
        className,
      )}
    >
      <input {...rest} ref={ref} type="radio" aria-describedby={description ? id : undefined} className={radioClass} />
      <ChoiceLabel label={label} description={description} count={count} descriptionId={id} />
    </label>
  )
})

export type ChoiceGroupProps = {
  legend: ReactNode
  hint?: ReactNode
  error?: string | readonly string[]
  isLegendHidden?: boolean
  /** The layout of the choices; a column by default. */
  className?: string
  children: ReactNode
}

/** A `<fieldset>` of radios, checkboxes or choice cards. */
export function ChoiceGroup({ legend, hint, error, isLegendHidden, className, children }: ChoiceGroupProps) {
  const id = useId()
  const sentence = typeof error === "string" ? error : error?.join(" ")
  return (
    <fieldset aria-describedby={sentence || hint ? id : undefined} className="min-w-0">
      <legend className={isLegendHidden ? "sr-only" : "mb-2 text-meta font-medium"}>{legend}</legend>
      <div className={className ?? "flex flex-col gap-5 lg:gap-3"}>{children}</div>
      {(sentence || hint) && (
        <div id={id} className="mt-2 text-meta text-mute">
          {sentence ? <FieldError>{sentence}</FieldError> : hint}
        </div>
      )}
    </fieldset>
  )
}
