import UserRoundPlus from "lucide-react/icons/user-round-plus"
import type { Conversation } from "~/domain/chat/schema"
import { useTranslation } from "~/i18n/use-translation"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"

/** The state of a conversation in which the user cannot simply write: a request to accept, or the reason. */
export function WriteDenialBanner({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation("chat")
  const { why_not, is_mine, opens_private, with: other } = conversation
  if (why_not === null) return null
  const mayAccept = why_not === "accept_first" || (why_not === "declined" && !is_mine)
  if (!mayAccept) {
    return (
      <div className="shrink-0 border-t border-line bg-sunk px-4 py-4 text-ui text-ink2 md:px-6">
        <p>{t(`why_not.${why_not}`, { name: other.name })}</p>
        {why_not === "blocked_by_you" && (
          <Form method="post" replace className="mt-3">
            <Button type="submit" name="intent" value="unblock" size="small">
              {t("unblock", { name: other.name })}
            </Button>
          </Form>
        )}
      </div>
    )
  }
  const sees = t(opens_private ? "request.sees_once_accepted" : "request.sees_private")
  return (
    <Form method="post" replace className="shrink-0 border-t border-line bg-sunk px-4 py-4 md:px-6">
      <p className="flex gap-3 text-ui">
        <UserRoundPlus aria-hidden className="mt-0.5 size-5 text-accent-text" />
        <span>
          {why_not === "declined" ? t("declined_by_you") : t("request.text", { name: other.name })} {sees}
        </span>
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 pl-8">
        <Button type="submit" name="intent" value="accept" variant="primary" size="small">
          {t("request.accept")}
        </Button>
        {why_not === "accept_first" && (
          <>
            <Button type="submit" name="intent" value="decline" size="small">
              {t("request.decline")}
            </Button>
            <span className="text-meta text-mute">{t("request.ignore_hint")}</span>
          </>
        )}
      </div>
    </Form>
  )
}
