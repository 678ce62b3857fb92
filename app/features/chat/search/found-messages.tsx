import type { FoundInConversations } from "~/domain/chat/search/schema"
import { createTextSearch, excerptOf } from "~/domain/chat/search/text-search"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Avatar } from "~/ui/avatar"
import { ButtonLink } from "~/ui/button"
import { AppLink } from "~/ui/navigation/app-link"
import { formatMoment } from "../thread/message-dates"
import { MarkedText } from "./marked-text"

/** The length of a result, in characters. */
const excerptLength = 90

export interface FoundMessagesProps {
  /** Null if the search failed. */
  found: FoundInConversations | null
  query: string
  userId: string
  isHidden: (text: string) => boolean
  /** Epoch ms. */
  now: number
}

/** The messages of all conversations that a search in the list has found; each opens its conversation at its place. */
export function FoundMessagesList({ found, query, userId, isHidden, now }: FoundMessagesProps) {
  const { t } = useTranslation("chat")
  const locale = useLocale()
  const search = createTextSearch(query)
  if (found === null) return <p className="px-4 py-3 text-ui text-ink2 md:px-5">{t("find.failed")}</p>
  const { data, next_cursor: next, is_complete } = found
  return (
    <>
      {data.length === 0 && (
        <p className="px-4 py-3 text-ui text-ink2 md:px-5">{t(next ? "find.none_yet" : "find.none")}</p>
      )}
      <ul aria-label={t("find.messages")}>
        {data.map(({ conversation: { id, with: other }, message: { seq, author_id, body, created_at } }) => (
          <li key={`${id} ${seq}`} className="border-b border-line">
            <AppLink
              to={`/profile/chat/${id}?${new URLSearchParams({ q: query, at: String(seq) })}`}
              prefetch="none"
              className="flex gap-3 px-4 py-3 outline-offset-[-2px] hover:bg-sunk md:px-5"
            >
              <Avatar src={other.avatar ?? undefined} alt="" text={other.name.charAt(0)} size="md" />
              <span className="min-w-0 grow">
                <span className="flex items-baseline justify-between gap-3">
                  <span dir="auto" className="truncate text-ui font-medium">
                    {other.name}
                  </span>
                  <span className="shrink-0 text-meta text-mute">
                    {formatMoment(created_at, locale, now, { today: t("today"), yesterday: t("yesterday") })}
                  </span>
                </span>
                <span dir="auto" className="line-clamp-2 text-meta text-ink2 [overflow-wrap:anywhere]">
                  {author_id !== userId && isHidden(body ?? "") ? (
                    t("hidden")
                  ) : (
                    <>
                      {author_id === userId && t("you", { text: "" })}
                      <MarkedText parts={excerptOf(body ?? "", search, excerptLength)} />
                    </>
                  )}
                </span>
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
      {!is_complete && <p className="px-4 py-3 text-meta text-ink2 md:px-5">{t("find.incomplete")}</p>}
      {next && (
        <p className="p-4 text-center">
          <ButtonLink to={`/profile/chat?${new URLSearchParams({ q: query, messages: next })}`} size="small">
            {t("find.further")}
          </ButtonLink>
        </p>
      )}
    </>
  )
}
