import { useSubmit } from "@remix-run/react"
import { useEffect, useRef, useState } from "react"
import type { Conversation, Message, PeerProfile, Thread } from "~/domain/chat/schema"
import { useTranslation } from "~/i18n/use-translation"
import { InlineScript } from "~/ui/inline-script"
import { AwayNotice } from "./away-notice"
import { Composer } from "./composer"
import { ConfirmDialog, type Question } from "./confirm-dialog"
import { ConversationHead } from "./conversation-head"
import { PersonPane } from "./person-pane"
import { PushOffer, type PushService } from "./push-offer"
import { ReportDialog } from "./safety/report-dialog"
import { SafetyDialog } from "./safety/safety-dialog"
import { ConversationSearch } from "./search/conversation-search"
import { useConversationSearch } from "./search/use-conversation-search"
import { useSearchKey } from "./search/use-search-key"
import { ThreadView, type ThreadViewProps } from "./thread/thread-view"
import type { GoTo } from "./thread/use-go-to"
import { useReplyTarget } from "./thread/use-reply-target"
import { openAtNew } from "./thread/use-scroll"
import { useThread } from "./thread/use-thread"
import { focusComposer, useComposerFocus } from "./use-composer-focus"
import { useLiveConversation } from "./use-live-conversation"
import { WriteDenialBanner } from "./write-denial-banner"

/** The intents of the conversation's forms. */
export type ConversationIntent =
  | "send"
  | "accept"
  | "decline"
  | "mute"
  | "unmute"
  | "block"
  | "unblock"
  | "remove"
  | "mark-read"

export interface ConversationViewProps {
  conversation: Conversation
  /** The public profile of the other member, for the reader who wrote to it. */
  profile: PeerProfile | null
  /** One of the reader's first conversations. */
  isEarly: boolean
  thread: Thread
  userId: string
  /** The user owns a profile. */
  isOwner: boolean
  isHidden: ThreadViewProps["isHidden"]
  /** The message to open at, from a search; null for the end, or what is unread. */
  at: number | null
  clientId: string
  push: PushService | null
  /** Epoch ms of the response. */
  now: number
}

/** An open conversation: its head, its messages, and the composer. */
export function ConversationView(props: ConversationViewProps) {
  const { profile, isEarly, thread: loaded, userId, isOwner, isHidden, at, clientId, push, now } = props
  const { t } = useTranslation("chat")
  const conversation = useLiveConversation(props.conversation)
  const thread = useThread(conversation, loaded, userId)
  const serverNow = useServerClock(now)
  const [editing, setEditing] = useState<Message | null>(null)
  const [question, setQuestion] = useState<{ about: Question; message?: Message } | null>(null)
  const [isSafetyOpen, setSafetyOpen] = useState(false)
  const [report, setReport] = useState<{ message?: Message } | null>(null)
  const [isLive, setLive] = useState(false)
  const [isSearching, setSearching] = useState(false)
  const goTo = useRef<GoTo | null>(null)
  const submit = useSubmit()
  useComposerFocus()
  useEffect(() => setLive(true), [])
  const search = useConversationSearch(thread.state)
  useSearchKey(() => setSearching(true))
  const closeSearch = () => {
    setSearching(false)
    search.setQuery("")
    document.querySelector<HTMLElement>("[data-search-button]")?.focus()
  }
  const { id, with: other, unread_messages_count: unread } = conversation
  const lastOwn = loaded.data.findLast(({ author_id }) => author_id === userId)?.body
  // The index follows a message after a moment: what was just sent is not a draft.
  const isSent = conversation.draft.trim() === lastOwn
  const draft = { text: isSent ? "" : conversation.draft, replyTo: isSent ? null : conversation.draft_reply_to }
  const target = useReplyTarget(thread.state, draft.replyTo)
  const reply = target.quote
  const isOwnQuote = reply?.author_id === userId
  const label = isOwnQuote ? t("reply.replying_self") : t("reply.replying", { name: other.name })

  function confirm(about: Question) {
    if (about === "both" && question?.message) thread.remove(question.message, "both")
    if (about !== "both") submit({ intent: about }, { method: "post" })
    setQuestion(null)
  }

  return (
    <div className="flex min-h-0 grow">
      <div className="flex min-w-0 grow flex-col">
        <ConversationHead
          conversation={conversation}
          isEarly={isEarly}
          onConfirm={(about) => setQuestion({ about })}
          onReport={() => setReport({})}
          onSafety={() => setSafetyOpen(true)}
          onSearch={isLive ? () => (isSearching ? closeSearch() : setSearching(true)) : null}
        />
        {isSearching && (
          <ConversationSearch
            state={search}
            name={other.name}
            userId={userId}
            isHidden={isHidden}
            now={now}
            onGoTo={(seq) => goTo.current?.(seq)}
            onClose={closeSearch}
          />
        )}
        <ThreadView
          conversation={conversation}
          thread={thread}
          userId={userId}
          isLive={isLive}
          now={now}
          serverNow={serverNow}
          isHidden={isHidden}
          at={at}
          search={isSearching ? search.search : null}
          goToRef={goTo}
          onReply={({ seq }) => {
            setEditing(null)
            target.choose(seq)
          }}
          onEdit={setEditing}
          onReport={(message) => setReport({ message })}
          onRemoveForBoth={(message) => setQuestion({ about: "both", message })}
        />
        {unread > 0 && (
          <noscript>
            <form method="post" className="px-4 pb-3 text-center">
              <button type="submit" name="intent" value="mark-read" className="link text-ui">
                {t("mark_read")}
              </button>
            </form>
          </noscript>
        )}
        {conversation.away && (
          <AwayNotice
            away={conversation.away}
            name={other.name}
            className="shrink-0 border-t border-line px-4 py-3 md:px-6"
          />
        )}
        <PushOffer
          push={push}
          hasWritten={thread.state.messages.at(-1)?.author_id === userId}
          onClose={focusComposer}
        />
        {conversation.may_write ? (
          <Composer
            conversationId={id}
            userId={userId}
            name={other.name}
            hasTemplates={isOwner}
            draft={draft}
            lastOwn={lastOwn ?? undefined}
            clientId={clientId}
            editing={editing}
            replyTo={target.seq}
            reply={
              reply && {
                ...reply,
                label,
                isChosen: target.isChosen,
                isCovered: !isOwnQuote && reply.body !== null && isHidden(reply.body),
              }
            }
            onSend={(body) => {
              thread.send(body, reply?.seq ?? null)
              target.restore(null)
            }}
            onTyping={thread.sayTyping}
            onCancelEdit={() => setEditing(null)}
            onCancelReply={() => target.restore(null)}
            onReplyRestored={target.restore}
            onEdited={async (body) => {
              const isDone = editing !== null && (await thread.edit(editing.seq, body))
              if (isDone) setEditing(null)
              return isDone
            }}
          />
        ) : (
          <WriteDenialBanner conversation={conversation} />
        )}
        {/* Rendered here, where the box above has its height. */}
        <InlineScript>{openAtNew}</InlineScript>
      </div>
      <PersonPane other={other} profile={profile} />
      <ConfirmDialog
        question={question?.about ?? null}
        name={other.name}
        onConfirm={confirm}
        onClose={() => setQuestion(null)}
      />
      <SafetyDialog open={isSafetyOpen} onClose={() => setSafetyOpen(false)} />
      <ReportDialog
        open={report !== null}
        onClose={() => setReport(null)}
        chosen={report?.message?.seq}
        conversationId={id}
        messages={thread.state.messages.filter(({ author_id, body }) => author_id !== userId && body !== null)}
      />
    </div>
  )
}

/** Returns the server's time (epoch ms) in this browser, whose own clock may be hours off. */
function useServerClock(now: number): () => number {
  const offset = useRef(now - Date.now())
  const receivedNow = useRef(now)
  if (receivedNow.current !== now) {
    receivedNow.current = now
    offset.current = now - Date.now()
  }
  return () => Date.now() + offset.current
}
