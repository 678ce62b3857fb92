import { ArrowDown } from "lucide-react"
import { Fragment, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react"
import type { Conversation, Message } from "~/domain/chat/schema"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { AppLink } from "~/ui/app-link"
import { Button } from "~/ui/button"
import { MessageRow, OutgoingRow } from "./message-row"
import type { ThreadState } from "./thread-state"
import type { useThread } from "./use-thread"
import { formatDay, isSameDay } from "./when"

export interface ThreadViewProps {
  conversation: Conversation
  thread: ReturnType<typeof useThread>
  userId: string
  isLive: boolean
  now: number
  onEdit: (message: Message) => void
  onRemoveForBoth: (message: Message) => void
}

/** So near to its end (px), a thread follows what is new. */
const nearEnd = 120

/** The messages, day by day. What is loaded before what is shown leaves it where it was. */
export function ThreadView({ conversation, thread, userId, isLive, now, onEdit, onRemoveForBoth }: ThreadViewProps) {
  const { t } = useTranslation("chat")
  const locale = useLocale()
  const { state, load, remove, retry, drop } = thread
  const { messages, outgoing, hasBefore, hasAfter } = state
  const name = conversation.with.name
  const [firstUnread] = useState(() => firstUnreadOf(conversation, messages, userId))
  const { box, isAway, toEnd } = useScroll(state, firstUnread)
  const lastOwn = messages.findLast((message) => message.author_id === userId && message.body !== null)?.seq
  const words = { today: t("today"), yesterday: t("yesterday") }
  return (
    <div className="relative flex min-h-0 grow flex-col">
      <div
        ref={box}
        tabIndex={-1}
        className="min-h-0 grow overflow-y-auto overscroll-contain px-4 pt-6 pb-14 outline-none md:px-6"
      >
        {hasBefore ? (
          <p className="pb-4 text-center">
            {isLive ? (
              <Button size="small" onClick={() => load("before")}>
                {t("earlier")}
              </Button>
            ) : (
              <AppLink to={`?before=${messages[0]?.seq}`} className="link text-ui">
                {t("earlier")}
              </AppLink>
            )}
          </p>
        ) : (
          <p className="mx-auto max-w-[26rem] pb-4 text-center text-meta text-mute">{t("start")}</p>
        )}
        <div role="log" aria-label={t("thread", { name })}>
          <ol className="flex flex-col gap-4">
            {messages.map((message, index) => {
              const previous = messages[index - 1]
              return (
                <Fragment key={message.seq}>
                  {(!previous || !isSameDay(previous.created_at, message.created_at)) && (
                    <Divider>{formatDay(message.created_at, locale, now, words)}</Divider>
                  )}
                  {message.seq === firstUnread && <Divider isNew>{t("new_divider")}</Divider>}
                  <li>
                    <MessageRow
                      message={message}
                      isOwn={message.author_id === userId}
                      isRead={state.othersReadSeq !== null && message.seq <= state.othersReadSeq}
                      isLastOwn={message.seq === lastOwn}
                      mayWrite={conversation.may_write}
                      isLive={isLive}
                      onEdit={() => onEdit(message)}
                      onRemove={(whose) => (whose === "both" ? onRemoveForBoth(message) : remove(message.seq, "me"))}
                    />
                  </li>
                </Fragment>
              )
            })}
            {outgoing.map((one) => (
              <li key={one.client_id}>
                <OutgoingRow outgoing={one} onRetry={() => retry(one)} onDrop={() => drop(one.client_id)} />
              </li>
            ))}
          </ol>
        </div>
        {hasAfter && isLive && (
          <p className="pt-4 text-center">
            <Button size="small" onClick={() => load("after")}>
              {t("later")}
            </Button>
          </p>
        )}
        <p role="status" className="mt-4 flex h-6 items-center gap-2 text-meta text-mute">
          {state.typingAt !== null && (
            <>
              <TypingDots />
              {t("typing", { name })}
            </>
          )}
        </p>
        <span id="end" />
      </div>
      {isAway && (
        <button
          type="button"
          onClick={toEnd}
          className="absolute bottom-3 left-1/2 flex h-9 -translate-x-1/2 items-center gap-2 rounded-full border border-line2 bg-raised px-4 text-meta shadow-float hover:bg-sunk"
        >
          <ArrowDown aria-hidden className="size-4" />
          {t("to_end")}
        </button>
      )}
    </div>
  )
}

function firstUnreadOf({ read_seq, unread_messages_count }: Conversation, messages: Message[], userId: string) {
  if (unread_messages_count === 0) return undefined
  return messages.find(({ seq, author_id }) => seq > read_seq && author_id !== userId)?.seq
}

/** Starts at the first unread message or at the end, follows the end, and stays in place when something comes before. */
function useScroll({ messages, outgoing, typingAt }: ThreadState, firstUnread: number | undefined) {
  const box = useRef<HTMLDivElement>(null)
  const [isAway, setAway] = useState(false)
  const before = useRef<{ first: number | undefined; height: number } | null>(null)
  const wasNearEnd = useRef(true)
  const first = messages[0]?.seq

  const toEnd = useCallback(() => {
    const element = box.current
    element?.scrollTo({ top: element.scrollHeight })
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever makes the thread longer
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const known = before.current
    before.current = { first, height: element.scrollHeight }
    if (!known) {
      const divider = element.querySelector("[data-new]")
      if (firstUnread !== undefined && divider) {
        // Not scrollIntoView: it would move the page as well.
        element.scrollTop += divider.getBoundingClientRect().top - element.getBoundingClientRect().top
      } else toEnd()
    } else if (known.first !== undefined && first !== undefined && first < known.first) {
      element.scrollTop += element.scrollHeight - known.height
    } else if (wasNearEnd.current) toEnd()
  }, [first, messages, outgoing.length, typingAt, firstUnread, toEnd])

  useEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => {
      const below = element.scrollHeight - element.scrollTop - element.clientHeight
      wasNearEnd.current = below < nearEnd
      setAway(below > element.clientHeight)
    }
    look()
    element.addEventListener("scroll", look, { passive: true })
    // A phone's keyboard takes half of the window.
    const resized = new ResizeObserver(() => {
      if (wasNearEnd.current) toEnd()
    })
    resized.observe(element)
    return () => {
      element.removeEventListener("scroll", look)
      resized.disconnect()
    }
  }, [toEnd])

  return { box, isAway, toEnd }
}

function Divider({ isNew, children }: { isNew?: boolean; children: string }) {
  return (
    <li data-new={isNew || undefined} className="flex items-center gap-4 py-2 text-meta">
      <span aria-hidden className={isNew ? "h-px grow bg-accent" : "h-px grow bg-line"} />
      <span className={isNew ? "font-medium text-accent-text" : "text-mute"}>{children}</span>
      <span aria-hidden className={isNew ? "h-px grow bg-accent" : "h-px grow bg-line"} />
    </li>
  )
}

function TypingDots() {
  return (
    <span aria-hidden className="flex gap-1 rounded-full border border-line bg-surface px-2.5 py-2">
      {[0, 1, 2].map((dot) => (
        <span
          key={dot}
          style={{ animationDelay: `${dot * 160}ms` }}
          className="size-1 rounded-full bg-mute motion-safe:animate-pulse"
        />
      ))}
    </span>
  )
}
