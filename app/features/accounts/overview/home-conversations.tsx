import type { Conversation } from "~/domain/chat/schema"
import { createWordFilter } from "~/domain/chat/words/hidden-words"
import { ConversationRow } from "~/features/chat/list/conversation-row"
import { useTranslation } from "~/i18n/use-translation"
import { Card } from "~/ui/card"
import { AppLink } from "~/ui/navigation/app-link"

export interface HomeConversationsProps {
  /** Null: the inbox did not answer in time. */
  conversations: Conversation[] | null
  /** Words by which the member hides messages of others. */
  hiddenWords: string[]
  userId: string
  now: number
}

/** The latest conversations, and the way to all of them. */
export function HomeConversations({ conversations, hiddenWords, userId, now }: HomeConversationsProps) {
  const { t } = useTranslation("member")
  const isHidden = createWordFilter(hiddenWords)
  return (
    <Card as="section" isFlush aria-labelledby="messages">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 px-4 pt-5 pb-4 md:px-5">
        <h2 id="messages" className="text-card-title">
          {t("messages.title")}
        </h2>
        <AppLink to="/profile/chat" className="link touch-target text-ui">
          {t("messages.all")}
        </AppLink>
      </div>
      {conversations && conversations.length > 0 ? (
        <ul className="border-t border-line">
          {conversations.map((one) => (
            <li key={one.id} className="border-line not-last:border-b">
              <ConversationRow conversation={one} userId={userId} isHidden={isHidden} now={now} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="border-t border-line px-4 py-6 text-ui text-ink2 md:px-5">
          {t(conversations ? "messages.empty" : "messages.late")}
        </p>
      )}
    </Card>
  )
}
