import { forwardRef, type InputHTMLAttributes, type ReactNode, useId } from "react"
import { classNames } from "~/lib/class-names"
import { ChoiceLabel } from "./checkbox"

export type SwitchProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "size" | "role"> & {
  label: ReactNode
  description?: ReactNode
  isLabelHidden?: boolean
}

/** 36 x 20, ink when on: for settings that take effect at once. In a form that is submitted, use a checkbox. */
export const Switch = forwardRef<HTMLInputElement, SwitchProps>(function Switch(
  { label, description, isLabelHidden, className, ...rest },
  ref,
) {
  const id = useId()
  return (
    <label
      className={classNames(
        "touch-target flex min-h-6 items-start gap-3 text-ui has-disabled:cursor-not-allowed has-disabled:opacity-40",
        className,
      )}
    >
      <span className="relative flex h-5 w-9 shrink-0">
        <input
          {...rest}
          ref={ref}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox exposes its state natively
          role="switch"
          aria-describedby={description ? id : undefined}
          className="peer size-full appearance-none rounded-full bg-ctl transition-colors checked:bg-ink forced-colors:border"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-0.5 left-0.5 size-4 rounded-full bg-surface transition-transform duration-[180ms] peer-checked:translate-x-4 forced-colors:bg-[ButtonText]"
        />
      </span>
      <ChoiceLabel {...{ label, description, isLabelHidden }} descriptionId={id} />
    </label>
  )
})
