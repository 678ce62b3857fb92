import ArrowUp from "lucide-react/icons/arrow-up"
import X from "lucide-react/icons/x"
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react"
import { maxBody } from "~/domain/chat/limits"
import type { Message } from "~/domain/chat/schema"
import { formatNumber } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { countCharacters } from "~/lib/characters"
import { IconButton } from "~/ui/button"
import { FieldError } from "~/ui/form/field"
import type { Draft } from "./outbox/kept-draft"
import { useDraft } from "./outbox/use-draft"
import { insertText } from "./templates/fill-template"
import { LazyTemplateMenu } from "./templates/lazy-template-menu"
import { ReplyBar, type ReplyTarget } from "./thread/reply-bar"

export interface ComposerProps {
  conversationId: string
  userId: string
  name: string
  /** Owners of a profile have templates; for others nothing of them is fetched. */
  hasTemplates: boolean
  draft: Draft
  /** The reader's last message, of those on the page. */
  lastOwn: string | undefined
  /** Makes a repeated send idempotent for readers without script. */
  clientId: string
  /** The message being edited, if it is not a new one. */
  editing: Pick<Message, "seq" | "body"> | null
  /** The number of the message that a new one replies to. */
  replyTo: number | null
  /** That message; null until it is known. */
  reply: ReplyTarget | null
  onSend: (body: string) => void
  /** Returns whether the edit was accepted: if not, its text stays. */
  onEdited: (body: string) => Promise<boolean>
  onCancelEdit: () => void
  onCancelReply: () => void
  /** A draft of this browser names another message to reply to. */
  onReplyRestored: (seq: number | null) => void
  onTyping: () => void
}

/** The length from which the remaining room is shown. */
const countedFrom = 3_500

/**
 * A field that grows with its text, whose draft is saved for all of the user's devices. Without script it is a form.
 */
export function Composer({
  conversationId,
  userId,
  name,
  hasTemplates,
  draft,
  lastOwn,
  clientId,
  editing,
  replyTo,
  reply,
  ...on
}: ComposerProps) {
  const { t } = useTranslation("chat")
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(draft.text)
  const [changed, setChanged] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  /** The reader tried to send a text that is too long. */
  const [isRefused, setRefused] = useState(false)
  const belowId = useId()
  const bar = useBottomBar()
  const endDraft = useDraft({
    conversationId,
    userId,
    draft,
    lastOwn,
    current: { text, replyTo },
    onChange: (draft) => {
      setText(draft.text)
      on.onReplyRestored(draft.replyTo)
    },
  })

  useEffect(() => {
    if (!editing) return
    setChanged(editing.body ?? "")
    field.current?.focus()
  }, [editing])

  // One that comes with a draft moves no focus: on a phone the keyboard would open.
  const chosen = reply?.isChosen ? reply.seq : null
  useEffect(() => {
    if (chosen !== null) field.current?.focus()
  }, [chosen])

  const value = editing ? (changed ?? editing.body ?? "") : text
  const isEmpty = value.trim() === ""

  const length = countCharacters(value)
  const isTooLong = length > maxBody

  async function submit(event: FormEvent) {
    event.preventDefault()
    setRefused(isTooLong)
    if (isEmpty || isTooLong || isSaving) return
    field.current?.focus()
    if (!editing) {
      on.onSend(value)
      setText("")
      return endDraft()
    }
    setSaving(true)
    await on.onEdited(value)
    setSaving(false)
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // On touch screens Enter makes a new line; and in an input method it ends a word.
    const isPhone = window.matchMedia("(pointer: coarse)").matches
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing && !isPhone) void submit(event)
  }

  /** Inserts a text in place of the selection; nothing is sent. */
  function insert(inserted: string) {
    const { selectionStart: start = value.length, selectionEnd: end = value.length } = field.current ?? {}
    const { text: next, caret } = insertText(value, inserted, { start, end })
    if (editing) setChanged(next)
    else setText(next)
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(caret, caret)
    })
  }

  return (
    <form
      ref={bar}
      method="post"
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !(editing || reply)) return
        event.stopPropagation()
        if (editing) on.onCancelEdit()
        else on.onCancelReply()
        field.current?.focus()
      }}
      data-bottom-bar="composer"
      className="shrink-0 border-t border-line px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] md:px-6 md:pt-4"
    >
      <input type="hidden" name="intent" value="send" />
      <input type="hidden" name="client_id" value={clientId} />
      {editing && (
        <p className="mb-2 flex items-center justify-between gap-3 text-meta text-ink2">
          {t("editing")}
          <IconButton label={t("cancel_edit")} size="small" onClick={on.onCancelEdit}>
            <X />
          </IconButton>
        </p>
      )}
      {!editing && reply && (
        <ReplyBar
          reply={reply}
          onCancel={() => {
            on.onCancelReply()
            field.current?.focus()
          }}
        />
      )}
      <div className="flex items-end gap-2 rounded-card border border-ctl bg-surface p-1.5 pl-4 focus-within:border-ink focus-within:outline-1 focus-within:outline-ink">
        <textarea
          ref={field}
          name="body"
          rows={1}
          required
          dir="auto"
          value={value}
          aria-invalid={isTooLong || undefined}
          aria-describedby={length >= countedFrom ? belowId : undefined}
          aria-label={t("write", { name })}
          placeholder={t("write", { name })}
          onChange={(event) => {
            if (countCharacters(event.target.value) <= maxBody) setRefused(false)
            if (editing) return setChanged(event.target.value)
            setText(event.target.value)
            if (event.target.value.trim() !== "") on.onTyping()
          }}
          onKeyDown={onKeyDown}
          className="peer field-sizing-content max-h-40 min-h-11 min-w-0 grow resize-none bg-transparent py-3 text-base/5 outline-none md:min-h-10 md:py-2.5 md:text-body/5"
        />
        {hasTemplates && <LazyTemplateMenu name={name} onInsert={insert} />}
        <button
          type="submit"
          aria-label={editing ? t("save_edit") : t("send")}
          className="touch-target flex size-11 shrink-0 items-center justify-center rounded-small bg-accent text-on-accent enabled-hover:bg-accent-hover peer-placeholder-shown:opacity-40 forced-colors:border-2 forced-colors:border-[Highlight] md:size-10"
        >
          <ArrowUp aria-hidden className="size-4.5" />
        </button>
      </div>
      <div className="flex justify-between gap-4 text-meta text-mute">
        <p className="mt-2 hidden md:pointer-fine:block">{t("send_hint")}</p>
        {length >= countedFrom && <Room id={belowId} length={length} isRefused={isRefused} />}
      </div>
    </form>
  )
}

/**
 * Publishes the height of this bar at the foot of the page, so that toasts are placed above it, however long the text.
 */
function useBottomBar() {
  const bar = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty("--bottom-bar", `${bar.current?.offsetHeight ?? 0}px`))
    if (bar.current) observer.observe(bar.current)
    return () => {
      observer.disconnect()
      style.removeProperty("--bottom-bar")
    }
  }, [])
  return bar
}

/** How much of a message's maximum length is used, and why a longer one is not sent. */
function Room({ id, length, isRefused }: { id: string; length: number; isRefused: boolean }) {
  const { t } = useTranslation("chat")
  const locale = useLocale()
  const most = formatNumber(maxBody, locale)
  const over = length - maxBody
  return (
    <div id={id} className="mt-2 ml-auto text-right">
      {isRefused && over > 0 ? (
        <p role="alert">
          <FieldError>{t("too_long", { most, over: formatNumber(over, locale) })}</FieldError>
        </p>
      ) : null}
      <p className={over > 0 ? "text-bad tabular-nums" : "tabular-nums"}>
        {t("room", { length: formatNumber(length, locale), most })}
      </p>
    </div>
  )
}
