import { useLocation } from "@remix-run/react"
import ArrowDown from "lucide-react/icons/arrow-down"
import { type MutableRefObject, type RefObject, useEffect, useRef, useState } from "react"
import type { Conversation, Message } from "~/domain/chat/schema"
import { useTranslation } from "~/i18n/use-translation"
import { Button } from "~/ui/button"
import { AppLink } from "~/ui/navigation/app-link"
import { useWarnings } from "../safety/use-warnings"
import { MessageList, type ShownThread, UnsentMessages } from "./message-list"
import { countOthers } from "./thread-state"
import { type GoTo, useGoTo } from "./use-go-to"
import { useMoreInView, useScroll } from "./use-scroll"
import { useSeen } from "./use-seen"

export interface ThreadViewProps extends ShownThread {
  /** Receives the function that goes to a message. */
  goToRef: MutableRefObject<GoTo | null>
}

/** The messages, by day, in a box that opens at its end or at the first unread message. */
export function ThreadView({ conversation, thread, userId, isLive, now, goToRef, ...on }: ThreadViewProps) {
  const { t } = useTranslation("chat")
  const { state, unsent, load, jump } = thread
  const { messages, hasBefore, hasAfter } = state
  const name = conversation.with.name
  const [firstUnread] = useState(() => firstUnreadOf(conversation, messages, userId))
  const box = useRef<HTMLDivElement>(null)
  const [top, bottom] = [useRef<HTMLParagraphElement>(null), useRef<HTMLParagraphElement>(null)]
  const { toEnd, isAway, isFarAway } = useScroll(box, state, unsent.length)
  const judge = useWarnings(box)
  const seen = useSeen(box, state, conversation.read_seq)
  const unseen = countOthers(messages, userId, seen) + state.unreadAfter
  const toNewest = async () => {
    if (!hasAfter || (await jump())) toEnd()
  }
  const goTo = useGoTo(box, messages, (seq) => thread.jumpTo(seq, seen))
  goToRef.current = goTo
  useOpenedAt(on.at, goTo)
  useOwnMessages(unsent, toNewest)
  useMoreInView(box, top, messages[0]?.seq, () => load("before"))
  useMoreInView(box, bottom, messages.at(-1)?.seq, () => load("after"))
  return (
    <div className="relative flex min-h-0 grow flex-col">
      <div
        ref={box}
        data-thread
        tabIndex={-1}
        className="relative flex min-h-0 grow flex-col-reverse overflow-y-auto overscroll-contain px-4 outline-none [overflow-anchor:none] md:px-6"
      >
        <div className="mb-auto shrink-0 pt-6 pb-14">
          <Beginning
            edge={top}
            first={messages[0]?.seq}
            hasBefore={hasBefore}
            isLive={isLive}
            onMore={() => load("before")}
          />
          <div role="log" aria-label={t("thread", { name })}>
            <ol className="flex flex-col">
              <MessageList
                conversation={conversation}
                thread={thread}
                userId={userId}
                isLive={isLive}
                now={now}
                firstUnread={firstUnread}
                judge={judge}
                goTo={goTo}
                {...on}
              />
              <UnsentMessages
                conversation={conversation}
                thread={thread}
                userId={userId}
                isHidden={on.isHidden}
                goTo={goTo}
              />
            </ol>
          </div>
          {hasAfter && isLive && (
            <p ref={bottom} className="pt-4 text-center">
              <Button size="small" onClick={() => load("after")}>
                {t("later")}
              </Button>
            </p>
          )}
          <p role="status" className="mt-4 flex h-6 items-center gap-2 text-meta text-mute">
            {state.typingAt !== null && (
              <>
                <TypingDots />
                <bdi>{t("typing", { name })}</bdi>
              </>
            )}
          </p>
          <span id="end" />
        </div>
      </div>
      {((isAway && unseen > 0) || isFarAway || (hasAfter && isLive)) && (
        <button
          type="button"
          onClick={toNewest}
          className="absolute bottom-3 left-1/2 flex h-9 -translate-x-1/2 items-center gap-2 rounded-full border border-line2 bg-raised px-4 text-meta whitespace-nowrap shadow-float hover:bg-sunk"
        >
          <ArrowDown aria-hidden className="size-4" />
          {unseen > 0 ? t("new_messages", { count: unseen }) : t("to_end")}
        </button>
      )}
    </div>
  )
}

/** Goes to the message that a result of the search opens, each time that it is opened. */
function useOpenedAt(at: number | null, goTo: GoTo): void {
  const { key } = useLocation()
  const latest = useRef(goTo)
  latest.current = goTo
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same result may be opened again
  useEffect(() => {
    if (at !== null) void latest.current(at)
  }, [at, key])
}

/** Scrolls to the user's own new messages. */
function useOwnMessages(unsent: ThreadViewProps["thread"]["unsent"], toNewest: () => void): void {
  const newest = unsent.at(-1)?.created_at ?? 0
  const shown = useRef<number | null>(null)
  const latest = useRef(toNewest)
  latest.current = toNewest
  useEffect(() => {
    if (shown.current !== null && newest > shown.current) latest.current()
    shown.current = Math.max(newest, shown.current ?? 0)
  }, [newest])
}

interface BeginningProps {
  edge: RefObject<HTMLParagraphElement>
  first: number | undefined
  hasBefore: boolean
  isLive: boolean
  onMore: () => void
}

function Beginning({ edge, first, hasBefore, isLive, onMore }: BeginningProps) {
  const { t } = useTranslation("chat")
  if (!hasBefore) return <p className="mx-auto max-w-[26rem] pb-4 text-center text-meta text-mute">{t("start")}</p>
  return (
    <p ref={edge} className="pb-4 text-center">
      {isLive ? (
        <Button size="small" onClick={onMore}>
          {t("earlier")}
        </Button>
      ) : (
        <AppLink to={`?before=${first}`} className="link text-ui">
          {t("earlier")}
        </AppLink>
      )}
    </p>
  )
}

function firstUnreadOf({ read_seq, unread_messages_count }: Conversation, messages: Message[], userId: string) {
  if (unread_messages_count === 0) return undefined
  return messages.find(({ seq, author_id }) => seq > read_seq && author_id !== userId)?.seq
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
