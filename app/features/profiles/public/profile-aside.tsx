import Flag from "lucide-react/icons/flag"
import type { ProfileHead } from "~/domain/profiles/schema"
import { reportPath } from "~/features/shell/footer"
import { useTranslation } from "~/i18n/use-translation"
import { useRootData } from "~/remix/root-data"
import { OnlineDot } from "~/ui/badge"
import { AppLink } from "~/ui/navigation/app-link"
import { SpriteIcon, type SpriteIconProps } from "~/ui/sprite-icon"
import { ShareButton } from "./share-button"

export const identityNoteId = "identity"

/** The column beside a section, which stays in view; below 1024 px it comes after the section. */
export const asideClass =
  "lg:sticky lg:top-[calc(var(--impersonation-bar)+var(--header-height)+2rem)] lg:col-start-2 lg:row-start-1"

export interface AsideTexts {
  /** The next days on which the owner is free, each with its parts. */
  free: string[]
  facts: { icon: SpriteIconProps["name"]; text: string }[]
  /** The meaning of the tick, or that there is none. */
  identity: string
  /** How the two agree, and what it costs. */
  direct: string
}

interface ProfileAsideProps {
  profile: ProfileHead
  texts: AsideTexts
}

/** When the owner is free and how they reply, and what the tick means; it stays in view beside the text. */
export function ProfileAside({ profile, texts }: ProfileAsideProps) {
  const { t } = useTranslation("profile")
  const isOwn = useRootData()?.user?.publicSlug === profile.slug
  return (
    <aside aria-labelledby="panel" className={asideClass}>
      <div className="rounded-panel border border-line bg-surface p-5 sm:p-6">
        <h2 id="panel" className="text-subsection">
          {t("panel.title")}
        </h2>
        {profile.is_available && <OnlineDot className="mt-3 text-ui">{t("panel.available")}</OnlineDot>}
        {texts.free.length > 0 && <h3 className="mt-4 text-meta text-mute">{t("panel.next_free")}</h3>}
        {texts.free.map((day) => (
          <Fact key={day} icon="calendar-check" text={day} />
        ))}
        {texts.facts.map((fact) => (
          <Fact key={fact.text} {...fact} />
        ))}
        <Fact id={identityNoteId} icon="shield-check" text={texts.identity} />
        <p className="mt-5 border-t border-line pt-4 text-ui text-ink2">{texts.direct}</p>
        <div className="mt-4 border-t border-line pt-3">
          <ShareButton profile={profile} />
        </div>
      </div>
      {!isOwn && (
        <AppLink
          to={reportPath(`/escorts/${profile.slug}`)}
          className="touch-target mt-3 flex gap-2.5 px-1 py-1 text-meta text-mute hover:text-ink"
        >
          <Flag aria-hidden className="mt-0.5 size-4" />
          {t("report")}
        </AppLink>
      )}
    </aside>
  )
}

function Fact({ id, icon, text }: { id?: string; icon: SpriteIconProps["name"]; text: string }) {
  return (
    <p id={id} className="mt-2 flex scroll-mt-40 gap-2.5 text-ui text-ink2">
      <SpriteIcon name={icon} className="mt-0.5 size-4" />
      {text}
    </p>
  )
}
