import ChevronDown from "lucide-react/icons/chevron-down"
import ChevronUp from "lucide-react/icons/chevron-up"
import Search from "lucide-react/icons/search"
import X from "lucide-react/icons/x"
import { type KeyboardEvent, useEffect, useRef, useState } from "react"
import { maxSearch } from "~/domain/chat/limits"
import { excerptOf } from "~/domain/chat/search/text-search"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Button, IconButton } from "~/ui/button"
import { formatMoment } from "../thread/message-dates"
import { MarkedText } from "./marked-text"
import type { useConversationSearch } from "./use-conversation-search"

/** The length of a result, in characters. */
const excerptLength = 120

export interface ConversationSearchProps {
  state: ReturnType<typeof useConversationSearch>
  /** The other member's name. */
  name: string
  userId: string
  isHidden: (text: string) => boolean
  /** Epoch ms. */
  now: number
  onGoTo: (seq: number) => void
  onClose: () => void
}

/** The search in an open conversation: a field, its place among the results, and their list, until one is chosen. */
export function ConversationSearch({ state, name, userId, isHidden, now, onGoTo, onClose }: ConversationSearchProps) {
  const { t } = useTranslation("chat")
  const locale = useLocale()
  const field = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<number | null>(null)
  const [isListOpen, setListOpen] = useState(true)
  const { query, setQuery, search, found, hasMore, isLoading, isOnline, problem, more } = state
  const at = found.findIndex(({ seq }) => seq === chosen)
  useEffect(() => field.current?.focus(), [])

  function choose(index: number): void {
    const message = found[index]
    if (!message) return
    setChosen(message.seq)
    setListOpen(false)
    onGoTo(message.seq)
  }

  function step(by: 1 | -1): void {
    if (at + by >= found.length && hasMore) more()
    else choose(Math.max(0, at + by))
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== "Escape") return
    event.stopPropagation()
    onClose()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes from each of its parts
    <div data-search className="relative shrink-0 border-b border-line" onKeyDown={onKeyDown}>
      <form
        aria-label={t("find.label", { name })}
        className="flex items-center gap-2 px-4 py-2 md:px-6"
        onSubmit={(event) => {
          event.preventDefault()
          step(1)
        }}
      >
        <Search aria-hidden className="size-4.5 shrink-0 text-mute" />
        <input
          ref={field}
          type="search"
          value={query}
          maxLength={maxSearch}
          aria-label={t("find.field")}
          placeholder={t("find.field")}
          onFocus={() => setListOpen(true)}
          onChange={({ target }) => {
            setQuery(target.value)
            setChosen(null)
            setListOpen(true)
          }}
          className="h-10 min-w-0 grow rounded-field bg-transparent px-2 text-base md:text-ui"
        />
        <p role="status" className="shrink-0 text-meta text-mute tabular-nums">
          {status()}
        </p>
        <IconButton label={t("find.later")} size="small" disabled={at <= 0} onClick={() => step(-1)}>
          <ChevronDown />
        </IconButton>
        <IconButton
          label={t("find.earlier")}
          size="small"
          disabled={found.length === 0 || (at === found.length - 1 && !hasMore)}
          onClick={() => step(1)}
        >
          <ChevronUp />
        </IconButton>
        <IconButton label={t("find.close")} size="small" onClick={onClose}>
          <X />
        </IconButton>
      </form>
      {query.trim() !== "" && isListOpen && (
        <div className="absolute inset-x-0 top-full z-10 max-h-[50dvh] overflow-y-auto border-b border-line bg-raised shadow-float">
          {!isOnline && <p className="px-4 py-2 text-meta text-ink2 md:px-6">{t("find.offline")}</p>}
          <ol aria-label={t("find.results")}>
            {found.map(({ seq, author_id, body, created_at }, index) => (
              <li key={seq} className="border-b border-line last:border-b-0">
                <button
                  type="button"
                  aria-current={seq === chosen || undefined}
                  onClick={() => choose(index)}
                  className="block w-full px-4 py-2.5 text-left outline-offset-[-2px] hover:bg-sunk aria-current:bg-sunk forced-colors:aria-[current]:underline md:px-6"
                >
                  <span className="flex justify-between gap-3 text-meta text-mute">
                    <bdi className="truncate">{author_id === userId ? t("find.you") : name}</bdi>
                    <span className="shrink-0">
                      {formatMoment(created_at, locale, now, { today: t("today"), yesterday: t("yesterday") })}
                    </span>
                  </span>
                  <span dir="auto" className="line-clamp-2 text-ui [overflow-wrap:anywhere]">
                    {author_id !== userId && isHidden(body ?? "") ? (
                      t("hidden")
                    ) : (
                      <MarkedText parts={excerptOf(body ?? "", search, excerptLength)} />
                    )}
                  </span>
                </button>
              </li>
            ))}
          </ol>
          {problem !== null && (
            <p role="alert" className="flex items-center justify-between gap-3 px-4 py-3 text-ui md:px-6">
              {problem.sentence ?? t("find.failed")}
              <Button size="small" onClick={more}>
                {t("retry")}
              </Button>
            </p>
          )}
          {found.length === 0 && !isLoading && problem === null && (
            <p className="px-4 py-3 text-ui text-ink2 md:px-6">{t(hasMore ? "find.none_yet" : "find.none")}</p>
          )}
          {hasMore && problem === null && (
            <p className="p-3 text-center">
              <Button size="small" onClick={more}>
                {t("find.more")}
              </Button>
            </p>
          )}
        </div>
      )}
    </div>
  )

  function status(): string {
    if (query.trim() === "") return ""
    if (isLoading) return t("find.loading")
    const count = found.length
    if (count === 0) return ""
    const all = hasMore ? `${count}+` : String(count)
    return at >= 0 ? t("find.place", { place: at + 1, all }) : t("find.count", { count, all })
  }
}
