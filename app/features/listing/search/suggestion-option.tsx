import History from "lucide-react/icons/history"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { Avatar } from "~/ui/avatar"
import type { Option } from "./options"

type SuggestionOptionProps = { id: string; option: Option; isActive: boolean; onTake: () => void }

/** A person with their picture and city, a name with the kind of filter that it is, or a last search. */
export function SuggestionOption({ id, option, isActive, onTake }: SuggestionOptionProps) {
  const { t } = useTranslation("search")
  const { label, person, filter } = option
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys, and keeps the focus
    // biome-ignore lint/a11y/useFocusableInteractive: options of a combobox are named by aria-activedescendant
    <div
      role="option"
      id={id}
      aria-selected={isActive}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onTake}
      className={classNames(
        "flex min-h-11 cursor-pointer items-center gap-3 rounded-small px-3 py-1.5 text-ui outline-offset-[-2px] hover:bg-sunk dark:hover:bg-line",
        isActive && "bg-sunk outline-2 outline-accent dark:bg-line",
      )}
    >
      {person && (
        <span aria-hidden className="flex">
          <Avatar src={person.cover ? `/media/${person.cover.id}/320.webp` : undefined} alt={person.name} size="lg" />
        </span>
      )}
      {!person && !filter && <History aria-hidden className="size-4 shrink-0 text-mute" />}
      <span className="min-w-0 grow">
        <span className="line-clamp-2 wrap-anywhere">{label}</span>
        {person && <span className="block truncate text-meta text-mute">{person.city}</span>}
      </span>
      {filter && <span className="shrink-0 text-meta text-mute">{t(`kinds.${filter}`)}</span>}
    </div>
  )
}
