import { ArrowUp, X } from "lucide-react"
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react"
import { maxBody } from "~/domain/chat/limits"
import type { Message } from "~/domain/chat/schema"
import { useTranslation } from "~/i18n/use-translation"
import { IconButton } from "~/ui/button"
import { chatApi } from "./chat-api"

export interface ComposerProps {
  conversationId: string
  name: string
  draft: string
  /** For who sends without script: makes sending twice sending once. */
  clientId: string
  /** What is being changed instead of something new being written. */
  editing: Pick<Message, "seq" | "body"> | null
  onSend: (body: string) => void
  onEdited: (body: string) => void
  onCancelEdit: () => void
  onTyping: () => void
}

const saveDraftAfter = 800

/** A field that grows with what is typed; what is in it is kept for all of one's devices. Without script it is a form. */
export function Composer({ conversationId, name, draft, clientId, editing, ...on }: ComposerProps) {
  const { t } = useTranslation("chat")
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(draft)
  const [changed, setChanged] = useState<string | null>(null)
  useDraft(conversationId, text, draft)

  useEffect(() => {
    if (!editing) return
    setChanged(editing.body ?? "")
    field.current?.focus()
  }, [editing])

  const value = editing ? (changed ?? editing.body ?? "") : text
  const isEmpty = value.trim() === ""

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isEmpty) return
    if (editing) on.onEdited(value)
    else {
      on.onSend(value)
      setText("")
    }
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === "Escape" && editing) {
      event.stopPropagation()
      on.onCancelEdit()
    }
    // Where one types on glass, Enter makes a new line; and it ends a word of an input method.
    const isPhone = window.matchMedia("(pointer: coarse)").matches
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing && !isPhone) submit(event)
  }

  return (
    <form
      method="post"
      onSubmit={submit}
      data-bottom-bar="composer"
      className="shrink-0 border-t border-line px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] md:px-6 md:pt-4"
    >
      <input type="hidden" name="act" value="send" />
      <input type="hidden" name="client_id" value={clientId} />
      {editing && (
        <p className="mb-2 flex items-center justify-between gap-3 text-meta text-ink2">
          {t("editing")}
          <IconButton label={t("cancel_edit")} size="small" onClick={on.onCancelEdit}>
            <X />
          </IconButton>
        </p>
      )}
      <div className="flex items-end gap-2 rounded-card border border-ctl bg-surface p-1.5 pl-4 focus-within:border-ink focus-within:outline-1 focus-within:outline-ink">
        <textarea
          ref={field}
          name="body"
          rows={1}
          required
          maxLength={maxBody}
          value={value}
          aria-label={t("write", { name })}
          placeholder={t("write", { name })}
          onChange={(event) => {
            if (editing) return setChanged(event.target.value)
            setText(event.target.value)
            if (event.target.value.trim() !== "") on.onTyping()
          }}
          onKeyDown={onKeyDown}
          className="peer field-sizing-content max-h-40 min-h-10 min-w-0 grow resize-none bg-transparent py-2.5 text-base/5 outline-none md:text-body/5"
        />
        <button
          type="submit"
          aria-label={editing ? t("save_edit") : t("send")}
          className="flex size-10 shrink-0 items-center justify-center rounded-small bg-accent text-on-accent enabled-hover:bg-accent-hover peer-placeholder-shown:opacity-40"
        >
          <ArrowUp aria-hidden className="size-4.5" />
        </button>
      </div>
      <p className="mt-2 hidden text-meta text-mute md:pointer-fine:block">{t("send_hint")}</p>
    </form>
  )
}

/** Keeps the draft a moment after the last key, and when the page goes. */
function useDraft(conversationId: string, text: string, saved: string): void {
  const kept = useRef(saved)
  useEffect(() => {
    const save = () => {
      if (kept.current === text) return
      kept.current = text
      // Not kept this time: it is with the next key.
      chatApi.saveDraft(conversationId, text).catch(() => {
        kept.current = ""
      })
    }
    const timer = setTimeout(save, saveDraftAfter)
    window.addEventListener("pagehide", save)
    return () => {
      clearTimeout(timer)
      window.removeEventListener("pagehide", save)
    }
  }, [conversationId, text])
}
