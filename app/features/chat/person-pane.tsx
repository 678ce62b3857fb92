import type { Conversation, PeerProfile } from "~/domain/chat/schema"
import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Avatar } from "~/ui/avatar"
import { ButtonLink } from "~/ui/button"
import { Picture } from "~/ui/picture"
import { SpriteIcon } from "~/ui/sprite-icon"

export interface PersonPaneProps {
  other: Conversation["with"]
  /** Null: the pane shows no more of them than the conversation's head does. */
  profile: PeerProfile | null
}

/** The column beside the messages, on wide screens: who the other member is. What can be done stays in the head's menu. */
export function PersonPane({ other, profile }: PersonPaneProps) {
  const { t } = useTranslation("chat")
  const locale = useLocale()
  const { name, slug, avatar } = other
  return (
    <aside
      aria-label={t("pane.label", { name })}
      className="hidden w-70 shrink-0 overflow-y-auto border-l border-line p-4 xl:block"
    >
      {profile?.cover ? (
        <Picture
          id={profile.cover}
          alt=""
          width={640}
          height={800}
          sizes="248px"
          widths={[320, 640]}
          className="aspect-[4/5] rounded-card"
        />
      ) : (
        <Avatar src={avatar ?? undefined} alt="" text={name.charAt(0)} size="3xl" />
      )}
      <p className="mt-4 flex items-center gap-1.5">
        <bdi className="min-w-0 text-card-title wrap-anywhere">{name}</bdi>
        {profile?.verified_at && <SpriteIcon name="badge-check" className="seal" />}
      </p>
      {profile && (
        <>
          <p className="mt-1 text-ui text-ink2">
            {profile.category}, {profile.city}
          </p>
          {profile.reply_speed && <p className="mt-3 text-ui text-ink2">{t(`reply_speed.${profile.reply_speed}`)}</p>}
          {profile.verified_at && (
            <p className="mt-3 text-meta text-mute">
              {t("pane.confirmed", { month: formatDate(profile.verified_at, locale, "month") })}
            </p>
          )}
        </>
      )}
      {slug && (
        <ButtonLink to={`/escorts/${slug}`} className="mt-5 w-full">
          {t("see_profile")}
        </ButtonLink>
      )}
    </aside>
  )
}
