import Check from "lucide-react/icons/check"
import CheckCheck from "lucide-react/icons/check-check"
import CircleAlert from "lucide-react/icons/circle-exclamation-point"
import Clock from "lucide-react/icons/clock"
import Copy from "lucide-react/icons/copy"
import Ellipsis from "lucide-react/icons/ellipsis"
import Pencil from "lucide-react/icons/pencil"
import Reply from "lucide-react/icons/reply"
import Trash2 from "lucide-react/icons/trash"
import type { ReactNode } from "react"
import type { Message } from "~/domain/chat/schema"
import type { TextSearch } from "~/domain/chat/search/text-search"
import { formatTime } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { Menu, MenuItem } from "~/ui/overlay/menu"
import type { Unsent } from "../outbox/outbox"
import { WarningLine } from "../safety/warning-line"
import type { WarningKind } from "../safety/warnings"
import { MarkedText } from "../search/marked-text"

/** The key that replies to the message in which the focus is. */
export const replyKey = "r"

export interface MessageRowProps {
  message: Message
  isOwn: boolean
  /** The other member has read it; false if that is not shared. */
  isRead: boolean
  isLastOwn: boolean
  /** No message of the same author and time follows: the time stands below this one. */
  endsBurst: boolean
  /** The quote of the message that this one replies to. */
  quote: ReactNode
  /** Within the time in which messages may be edited, by the server's clock. */
  mayEdit: boolean
  /** Covered until a press: it has one of the reader's hidden words. */
  isHidden: boolean
  /** The words that the conversation is searched for: they are marked. */
  search: TextSearch | null
  /** A demand of the message that its reader should think about. */
  warning: WarningKind | null
  /** False before hydration: without script, no act on a message works. */
  isLive: boolean
  /** Null where the reader may not write. */
  onReply: (() => void) | null
  onEdit: () => void
  onRemove: (whose: "me" | "both") => void
  onReport: () => void
}

/** A message in its bubble, with its time and its acts. */
export function MessageRow({
  message,
  isOwn,
  isRead,
  isLastOwn,
  endsBurst,
  quote,
  mayEdit,
  isHidden,
  search,
  warning,
  isLive,
  onReply,
  onEdit,
  onRemove,
  onReport,
}: MessageRowProps) {
  const { t } = useTranslation("chat")
  const locale = useLocale()
  const { body, created_at, edited_at } = message
  const text = body !== null && search ? <MarkedText parts={search.mark(body)} /> : body
  const isTimed = endsBurst || edited_at !== null
  return (
    <div className={classNames("group/message flex items-center gap-1", isOwn && "flex-row-reverse")}>
      <div
        className={classNames("flex max-w-[min(85%,34.5rem)] min-w-0 flex-col", isOwn ? "items-end" : "items-start")}
      >
        <Bubble isOwn={isOwn} isDeleted={body === null}>
          {body !== null && quote}
          {body !== null && isHidden ? (
            <CoveredText>{text}</CoveredText>
          ) : (
            <span dir={quote ? "auto" : undefined}>{text ?? t("deleted")}</span>
          )}
        </Bubble>
        <p
          data-seq={message.seq}
          data-own={isOwn || undefined}
          className={isTimed ? "mt-1 flex items-center gap-1 text-badge font-normal text-mute" : "sr-only"}
        >
          {edited_at !== null && body !== null && <span>{t("edited")},</span>}
          <time dateTime={new Date(created_at).toISOString()}>{formatTime(created_at, locale)}</time>
          {isOwn && body !== null && <Tick isRead={isRead} isSaid={isLastOwn} />}
        </p>
        {warning && <WarningLine kind={warning} onReport={onReport} />}
      </div>
      {isLive && body !== null && (
        <Menu
          label={t("message_options")}
          align={isOwn ? "end" : "start"}
          trigger={(attributes) => (
            <button
              type="button"
              aria-label={t("message_options")}
              className={classNames(
                "touch-target flex size-8 shrink-0 items-center justify-center rounded-full text-mute hover:bg-sunk hover:text-ink focus-visible:opacity-100 md:opacity-0 md:group-focus-within/message:opacity-100 md:group-hover/message:opacity-100",
                isTimed && "mb-5",
              )}
              {...attributes}
            >
              <Ellipsis aria-hidden className="size-4.5" />
            </button>
          )}
        >
          {onReply && (
            <MenuItem icon={<Reply />} detail={<kbd>{replyKey.toUpperCase()}</kbd>} onSelect={onReply}>
              {t("reply.action")}
            </MenuItem>
          )}
          <MenuItem icon={<Copy />} onSelect={() => navigator.clipboard?.writeText(body)}>
            {t("copy")}
          </MenuItem>
          {isOwn && mayEdit && (
            <MenuItem icon={<Pencil />} onSelect={onEdit}>
              {t("edit")}
            </MenuItem>
          )}
          <MenuItem icon={<Trash2 />} onSelect={() => onRemove("me")}>
            {t("remove_me")}
          </MenuItem>
          {isOwn && (
            <MenuItem icon={<Trash2 />} tone="bad" onSelect={() => onRemove("both")}>
              {t("remove_both")}
            </MenuItem>
          )}
        </Menu>
      )}
    </div>
  )
}

/** A message of the user that is being sent, waits for the connection, or was refused. */
export function UnsentRow({
  unsent,
  quote,
  isOnItsWay,
  onRetry,
  onDrop,
}: {
  unsent: Unsent
  quote: ReactNode
  isOnItsWay: boolean
  onRetry: () => void
  onDrop: () => void
}) {
  const { t } = useTranslation("chat")
  const { body, problem } = unsent
  return (
    <div className="flex flex-col items-end">
      <div className="flex max-w-[min(85%,34.5rem)] flex-col items-end">
        <Bubble isOwn isPending={problem === null}>
          {quote}
          <span dir={quote ? "auto" : undefined}>{body}</span>
        </Bubble>
        {problem === null ? (
          <p className="mt-1 flex items-center gap-1 text-badge font-normal text-mute">
            <Clock aria-hidden className="size-3.5" />
            {t(isOnItsWay ? "state.sending" : "state.waiting")}
          </p>
        ) : (
          <div role="alert" className="mt-1 text-right text-meta">
            <p className="flex items-center justify-end gap-1 text-bad">
              <CircleAlert aria-hidden className="size-4 shrink-0" />
              {t("state.failed", { problem })}
            </p>
            <p className="mt-1 flex justify-end gap-4">
              <button type="button" className="link" onClick={onRetry}>
                {t("retry")}
              </button>
              <button type="button" className="link text-ink2" onClick={onDrop}>
                {t("drop")}
              </button>
            </p>
          </div>
        )}
      </div>
    </div>
  )
}

interface BubbleProps {
  isOwn: boolean
  isDeleted?: boolean
  isPending?: boolean
  children: ReactNode
}

function Bubble({ isOwn, isDeleted, isPending, children }: BubbleProps) {
  return (
    <div
      dir={isDeleted ? undefined : "auto"}
      className={classNames(
        "max-w-full rounded-panel px-4 py-2.5 text-body whitespace-pre-wrap [overflow-wrap:anywhere]",
        isPending && "opacity-70",
        isDeleted && "border border-line text-mute italic",
        !isDeleted &&
          (isOwn
            ? "rounded-br-badge bg-ink text-paper forced-colors:border"
            : "rounded-bl-badge border border-line bg-surface"),
      )}
    >
      {children}
    </div>
  )
}

/** A text that a press shows, also without script. */
function CoveredText({ children }: { children: ReactNode }) {
  const { t } = useTranslation("chat")
  return (
    <details>
      <summary className="touch-target cursor-pointer text-ink2">{t("hidden")}</summary>
      <span className="mt-1 block">{children}</span>
    </details>
  )
}

/** The word is shown below the last message only; the others have a tick, and the word for screen readers. */
function Tick({ isRead, isSaid }: { isRead: boolean; isSaid: boolean }) {
  const { t } = useTranslation("chat")
  const word = t(isRead ? "state.read" : "state.sent")
  const Icon = isRead ? CheckCheck : Check
  return (
    <>
      <Icon aria-hidden className="size-3.5" />
      <span className={isSaid ? undefined : "sr-only"}>{word}</span>
    </>
  )
}
