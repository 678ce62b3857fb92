import { useSubmit } from "@remix-run/react"
import { useEffect, useState } from "react"
import type { Conversation, Message, Thread } from "~/domain/chat/schema"
import { useTranslation } from "~/i18n/use-translation"
import { Composer } from "./composer"
import { ConfirmDialog, type Question } from "./confirm-dialog"
import { ConversationHead } from "./conversation-head"
import { ReportDialog } from "./report-dialog"
import { StandingBanner } from "./standing-banner"
import { ThreadView } from "./thread-view"
import { useThread } from "./use-thread"

export interface ConversationViewProps {
  conversation: Conversation
  thread: Thread
  userId: string
  clientId: string
  /** Epoch ms of the answer. */
  now: number
}

/** An open conversation: its head, its messages, and where one writes. */
export function ConversationView({ conversation, thread: loaded, userId, clientId, now }: ConversationViewProps) {
  const { t } = useTranslation("chat")
  const thread = useThread(conversation, loaded, userId)
  const [editing, setEditing] = useState<Message | null>(null)
  const [question, setQuestion] = useState<{ about: Question; message?: Message } | null>(null)
  const [isReporting, setReporting] = useState(false)
  const [isLive, setLive] = useState(false)
  const submit = useSubmit()
  useEffect(() => setLive(true), [])
  const { id, with: other, unread_messages_count: unread } = conversation

  function confirm(about: Question) {
    if (about === "both" && question?.message) thread.remove(question.message.seq, "both")
    if (about !== "both") submit({ act: about }, { method: "post" })
    setQuestion(null)
  }

  return (
    <>
      <ConversationHead
        conversation={conversation}
        onConfirm={(about) => setQuestion({ about })}
        onReport={() => setReporting(true)}
      />
      <ThreadView
        conversation={conversation}
        thread={thread}
        userId={userId}
        isLive={isLive}
        now={now}
        onEdit={setEditing}
        onRemoveForBoth={(message) => setQuestion({ about: "both", message })}
      />
      {unread > 0 && (
        <noscript>
          <form method="post" className="px-4 pb-3 text-center">
            <button type="submit" name="act" value="mark-read" className="link text-ui">
              {t("mark_read")}
            </button>
          </form>
        </noscript>
      )}
      {conversation.may_write ? (
        <Composer
          conversationId={id}
          name={other.name}
          draft={conversation.draft}
          clientId={clientId}
          editing={editing}
          onSend={thread.send}
          onTyping={thread.sayTyping}
          onCancelEdit={() => setEditing(null)}
          onEdited={(body) => {
            if (editing) thread.edit(editing.seq, body)
            setEditing(null)
          }}
        />
      ) : (
        <StandingBanner conversation={conversation} />
      )}
      <ConfirmDialog
        question={question?.about ?? null}
        name={other.name}
        onConfirm={confirm}
        onClose={() => setQuestion(null)}
      />
      <ReportDialog
        open={isReporting}
        onClose={() => setReporting(false)}
        conversationId={id}
        messages={thread.state.messages.filter(({ author_id, body }) => author_id !== userId && body !== null)}
      />
    </>
  )
}
