import { Fragment, type KeyboardEvent } from "react"
import { editableFor } from "~/domain/chat/limits"
import type { Conversation, Message, Quote } from "~/domain/chat/schema"
import type { TextSearch } from "~/domain/chat/search/text-search"
import { useIsOnline } from "~/features/shell/live/use-is-online"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import type { Judge } from "../safety/use-warnings"
import { continuesBurst } from "./bursts"
import { formatDay, isSameDay } from "./message-dates"
import { MessageRow, replyKey, UnsentRow } from "./message-row"
import { QuotedMessage } from "./quote"
import { currentQuote } from "./thread-state"
import type { GoTo } from "./use-go-to"
import type { useThread } from "./use-thread"

/** A conversation as its messages are drawn, and what their menus do. */
export interface ShownThread {
  conversation: Conversation
  thread: ReturnType<typeof useThread>
  userId: string
  isLive: boolean
  now: number
  /** The server's time, epoch ms. */
  serverNow: () => number
  /** The message to open at, from a search. */
  at: number | null
  /** The words that the conversation is searched for. */
  search: TextSearch | null
  onReply: (message: Message) => void
  onEdit: (message: Message) => void
  onRemoveForBoth: (message: Message) => void
  /** Whether a text has one of the reader's hidden words. */
  isHidden: (text: string) => boolean
  onReport: (message: Message) => void
}

type MessagesProps = ShownThread & { firstUnread: number | undefined; judge: Judge; goTo: GoTo }

/** The stored messages, with a line between days and before the first unread one. */
export function MessageList({
  conversation,
  thread,
  userId,
  isLive,
  now,
  firstUnread,
  judge,
  serverNow,
  isHidden,
  search,
  at,
  goTo,
  ...on
}: MessagesProps) {
  const { t } = useTranslation("chat")
  const locale = useLocale()
  const { state, unsent } = thread
  const { messages, othersReadSeq } = state
  const isRead = ({ seq }: Message) => othersReadSeq !== null && seq <= othersReadSeq
  const following = unsent[0] && { author_id: userId, created_at: unsent[0].created_at }
  const lastOwn = messages.findLast((message) => message.author_id === userId && message.body !== null)?.seq
  const texts = { today: t("today"), yesterday: t("yesterday") }
  return messages.map((message, index) => {
    const [previous, next] = [messages[index - 1], messages[index + 1]]
    const isContinued = message.seq !== firstUnread && continuesBurst(previous, message)
    const goesOn = next
      ? next.seq !== firstUnread && continuesBurst(message, next)
      : following !== undefined && continuesBurst(message, following)
    const isReadEnd = next !== undefined && isRead(message) && !isRead(next)
    const reply = conversation.may_write && message.body !== null ? () => on.onReply(message) : null
    const isOwn = message.author_id === userId
    const theirs = isOwn ? null : message.body
    return (
      <Fragment key={message.seq}>
        {(!previous || !isSameDay(previous.created_at, message.created_at)) && (
          <Divider>{formatDay(message.created_at, locale, now, texts)}</Divider>
        )}
        {message.seq === firstUnread && <Divider isNew>{t("new_divider")}</Divider>}
        <li
          data-message={message.seq}
          data-at={message.seq === at || undefined}
          className={classNames(
            "-mx-2 rounded-panel px-2 outline-none focus:bg-sunk forced-colors:focus:outline-2",
            isContinued ? "mt-1" : "mt-4",
          )}
          onKeyDown={(event) => {
            if (!reply || !isReplyKey(event)) return
            // The key is not typed into the composer.
            event.preventDefault()
            reply()
          }}
        >
          <MessageRow
            message={message}
            isOwn={isOwn}
            isRead={isRead(message)}
            isLastOwn={message.seq === lastOwn}
            endsBurst={!goesOn || isReadEnd}
            quote={
              message.reply_to && (
                <Quoted
                  quote={currentQuote(state, message.reply_to)}
                  name={conversation.with.name}
                  userId={userId}
                  isHidden={isHidden}
                  goTo={isLive ? goTo : null}
                />
              )
            }
            mayEdit={conversation.may_write && serverNow() - message.created_at < editableFor}
            isHidden={theirs !== null && isHidden(theirs)}
            search={search}
            warning={theirs === null ? null : judge(theirs)}
            isLive={isLive}
            onReply={reply}
            onEdit={() => on.onEdit(message)}
            onReport={() => on.onReport(message)}
            onRemove={(whose) => (whose === "both" ? on.onRemoveForBoth(message) : thread.remove(message, "me"))}
          />
        </li>
      </Fragment>
    )
  })
}

interface QuotedProps extends Pick<ShownThread, "userId" | "isHidden"> {
  quote: Quote
  name: string
  goTo: GoTo | null
}

function Quoted({ quote, userId, isHidden, name, goTo }: QuotedProps) {
  const isOwn = quote.author_id === userId
  return (
    <QuotedMessage
      quote={quote}
      isOwn={isOwn}
      name={name}
      isCovered={!isOwn && quote.body !== null && isHidden(quote.body)}
      onOpen={goTo && (() => goTo(quote.seq))}
    />
  )
}

type UnsentProps = Pick<ShownThread, "conversation" | "thread" | "userId" | "isHidden"> & { goTo: GoTo }

/** The messages that the server has not confirmed. */
export function UnsentMessages({ conversation, thread, goTo, ...reader }: UnsentProps) {
  const { t } = useTranslation("chat")
  const isOnline = useIsOnline()
  const { state, unsent, retry, drop } = thread
  const stored = new Set(state.messages.map(({ client_id }) => client_id))
  const quoteOf = (seq: number) => {
    const isLoaded = state.messages.some((message) => message.seq === seq)
    if (!isLoaded) return <span className="mb-1.5 block text-ui italic">{t("reply.to_earlier")}</span>
    const quote = currentQuote(state, { seq, author_id: "", body: null })
    return <Quoted quote={quote} name={conversation.with.name} goTo={goTo} {...reader} />
  }
  const shown = unsent.filter(({ client_id }) => !stored.has(client_id))
  return shown.map((one, index) => {
    const before = shown[index - 1]
    const previous = before ? { ...before, author_id: reader.userId } : state.messages.at(-1)
    const isContinued = continuesBurst(previous, { ...one, author_id: reader.userId })
    return (
      <li key={one.client_id} className={isContinued ? "mt-1" : "mt-4"}>
        <UnsentRow
          unsent={one}
          quote={one.reply_to !== null && quoteOf(one.reply_to)}
          isOnItsWay={isOnline}
          onRetry={() => retry(one)}
          onDrop={() => drop(one)}
        />
      </li>
    )
  })
}

/** Whether a key pressed in a message replies to it. A menu that is open closes. */
function isReplyKey({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (key.toLowerCase() !== replyKey || ctrlKey || metaKey || altKey) return false
  ;(target as Element).closest<HTMLElement>("[popover]")?.hidePopover()
  return true
}

function Divider({ isNew, children }: { isNew?: boolean; children: string }) {
  return (
    <li data-new={isNew || undefined} className="mt-4 flex items-center gap-4 py-2 text-meta first:mt-0">
      <span aria-hidden className={isNew ? "h-px grow bg-accent" : "h-px grow bg-line"} />
      <span className={isNew ? "font-medium text-accent-text" : "text-mute"}>{children}</span>
      <span aria-hidden className={isNew ? "h-px grow bg-accent" : "h-px grow bg-line"} />
    </li>
  )
}
