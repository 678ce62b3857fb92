import { Check, ChevronDown } from "lucide-react"
import type { ReactNode } from "react"
import {
  Button,
  ComboBox,
  FieldError as ErrorText,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from "react-aria-components"
import { classNames } from "~/lib/class-names"
import { FieldError, LeadingIcon } from "./field"

export type ComboboxItem = { id: string; label: string; detail?: string }

export type ComboboxProps = {
  label: string
  items: readonly ComboboxItem[]
  /** The name of the button that opens the list. */
  openLabel: string
  /** Shown when nothing matches. */
  emptyText: ReactNode
  /** Sends the chosen id with the form. */
  name?: string
  value?: string | null
  defaultValue?: string
  onChange?: (id: string | null) => void
  /** For lists that the server filters: called as the reader types, and the items are then shown unfiltered. */
  onSearch?: (text: string) => void
  placeholder?: string
  icon?: ReactNode
  hint?: ReactNode
  error?: string
  isDisabled?: boolean
  isRequired?: boolean
  className?: string
}

/**
 * A field with suggestions. The only part of the kit on react-aria-components (43 KB gz): import this file with `lazy`
 * and show a `Select` or a `TextField` until it has loaded.
 */
export function Combobox({
  label,
  items,
  openLabel,
  emptyText,
  name,
  value,
  defaultValue,
  onChange,
  onSearch,
  placeholder,
  icon,
  hint,
  error,
  isDisabled,
  isRequired,
  className,
}: ComboboxProps) {
  return (
    <ComboBox
      {...(onSearch ? { items, onInputChange: onSearch } : { defaultItems: items })}
      {...{ name, isDisabled, isRequired }}
      selectedKey={value}
      defaultSelectedKey={defaultValue}
      onSelectionChange={(key) => onChange?.(key === null ? null : String(key))}
      isInvalid={Boolean(error)}
      allowsEmptyCollection
      formValue="key"
      className={classNames("min-w-0", className)}
    >
      <Label className="mb-1.5 block text-meta font-medium text-ink">{label}</Label>
      <div className="relative">
        {icon && <LeadingIcon>{icon}</LeadingIcon>}
        <Input placeholder={placeholder} className={classNames("field-control pr-11", icon ? "pl-10.5" : "pl-3.5")} />
        <Button
          aria-label={openLabel}
          className="absolute top-0.5 right-0.5 flex size-10 items-center justify-center rounded-field text-ink2 aria-expanded:rotate-180"
        >
          <ChevronDown className="size-4" />
        </Button>
      </div>
      {hint && !error && (
        <Text slot="description" className="mt-2 block text-meta text-mute">
          {hint}
        </Text>
      )}
      <ErrorText className="mt-2 block">
        <FieldError>{error}</FieldError>
      </ErrorText>
      <Popover
        offset={6}
        className="w-(--trigger-width) overflow-auto rounded-card border border-line bg-raised p-1.5 text-ink shadow-float transition-opacity duration-[180ms] entering:opacity-0 exiting:opacity-0"
      >
        <ListBox
          className="outline-none"
          renderEmptyState={() => <p className="px-3 py-2 text-ui text-mute">{emptyText}</p>}
        >
          {(item: ComboboxItem) => (
            <ListBoxItem
              id={item.id}
              textValue={item.label}
              className="flex min-h-9 items-center gap-3 rounded-small px-3 py-1.5 text-ui outline-none data-focused:bg-sunk dark:data-focused:bg-line"
            >
              {({ isSelected }) => (
                <>
                  <Text slot="label" className="grow">
                    {item.label}
                  </Text>
                  {item.detail && (
                    <Text slot="description" className="text-meta text-mute">
                      {item.detail}
                    </Text>
                  )}
                  {isSelected && <Check className="size-4 text-ink2" />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}
