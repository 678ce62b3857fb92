import ChevronDown from "lucide-react/icons/chevron-down"
import { forwardRef, type ReactNode, type SelectHTMLAttributes } from "react"
import { classNames } from "~/lib/class-names"
import { Field, type FieldTexts, LeadingIcon } from "./field"

type SelectOption = { value: string; label: string; isDisabled?: boolean }

export type SelectProps = FieldTexts &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, "size"> & {
    options?: readonly SelectOption[]
    /** A first row with an empty value. */
    placeholder?: string
    icon?: ReactNode
  }

/** A native `<select>`; its children come after the options, for groups of them. */
export const Select = forwardRef<HTMLSelectElement, SelectProps>(function Select(
  { label, aside, hint, error, isLabelHidden, id, options, placeholder, icon, className, ...rest },
  ref,
) {
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
        <SelectBox {...rest} {...control} ref={ref} icon={icon} options={options} placeholder={placeholder} />
      )}
    </Field>
  )
})

type SelectBoxProps = Pick<SelectProps, "options" | "placeholder" | "icon"> &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, "size">

/** A select without its label, for a field of several parts. */
export const SelectBox = forwardRef<HTMLSelectElement, SelectBoxProps>(function SelectBox(
  { options, placeholder, icon, className, children, ...rest },
  ref,
) {
  return (
    <div className={classNames("relative", className)}>
      {icon && <LeadingIcon>{icon}</LeadingIcon>}
      <select {...rest} ref={ref} className={classNames("select field-control pr-10", icon ? "pl-10.5" : "pl-3.5")}>
        <Options options={options} placeholder={placeholder} />
        {children}
      </select>
      <Chevron />
    </div>
  )
})

function Options({ options, placeholder }: Pick<SelectProps, "options" | "placeholder">) {
  return (
    <>
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {options?.map((option) => (
        <option key={option.value} value={option.value} disabled={option.isDisabled}>
          {option.label}
        </option>
      ))}
    </>
  )
}

function Chevron() {
  return <ChevronDown className="pointer-events-none absolute top-1/2 right-3.5 size-4 -translate-y-1/2 text-ink2" />
}
