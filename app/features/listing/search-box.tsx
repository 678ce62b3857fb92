import { Form } from "@remix-run/react"
import Search from "lucide-react/icons/search"
import { lazy, useEffect, useId, useState } from "react"
import { importRetried } from "~/browser/retried-import"
import type { ListingAddress } from "~/domain/profiles/schema"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { Optional } from "~/ui/feedback/optional"

const SuggestionPopup = lazy(() => importRetried(() => import("./search/suggestion-popup")))

/**
 * A search by words within the active filters: a plain form that requests the listing. With script it suggests people and filters, whose
 * code is fetched once the field has the focus.
 */
export function SearchBox({ address = {}, className }: { address?: ListingAddress; className?: string }) {
  const { t } = useTranslation()
  const id = useId()
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  const [isWanted, setWanted] = useState(false)
  const { q, show, ...filters } = address

  useEffect(() => {
    if (!input) return
    // Not without script, where nothing is suggested.
    input.role = "combobox"
    input.ariaExpanded ??= "false"
    // The focus may have come before hydration.
    if (input === document.activeElement) setWanted(true)
  }, [input])

  return (
    <search className={classNames("relative block", className)}>
      <Form action="/escorts">
        <label htmlFor={id} className="sr-only">
          {t("shell.search")}
        </label>
        <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-4 text-mute" />
        <input
          key={q}
          ref={setInput}
          id={id}
          type="search"
          name="q"
          defaultValue={q}
          maxLength={100}
          enterKeyHint="search"
          autoComplete="off"
          placeholder={t("shell.search_hint")}
          onFocus={() => setWanted(true)}
          className="h-11 w-full lg:h-10 rounded-full bg-sunk pr-4 pl-10 text-ui text-ink placeholder:text-mute"
        />
        {Object.entries(filters).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </Form>
      {isWanted && input && (
        <Optional>
          <SuggestionPopup input={input} address={filters} />
        </Optional>
      )}
    </search>
  )
}
