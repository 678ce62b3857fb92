import {
  Archive,
  CircleAlert,
  CircleCheck,
  CircleX,
  Clock,
  Hourglass,
  type LucideIcon,
  Pause,
  PencilLine,
} from "lucide-react"
import type { Overview } from "~/domain/member/schema"
import { CoverPicture } from "~/features/cards/profile-card"
import { useTranslation } from "~/i18n/use-translation"
import { Badge, type BadgeTone } from "~/ui/badge"
import { ButtonLink } from "~/ui/button"

type Profile = NonNullable<Overview["profile"]>

const looks: Record<Profile["state"], { tone: BadgeTone; Icon: LucideIcon }> = {
  draft: { tone: "neutral", Icon: PencilLine },
  submitted: { tone: "warn", Icon: Clock },
  in_review: { tone: "warn", Icon: Hourglass },
  changes_requested: { tone: "warn", Icon: PencilLine },
  rejected: { tone: "bad", Icon: CircleX },
  approved: { tone: "ok", Icon: CircleCheck },
  published: { tone: "ok", Icon: CircleCheck },
  paused: { tone: "neutral", Icon: Pause },
  suspended: { tone: "bad", Icon: CircleAlert },
  banned: { tone: "bad", Icon: CircleAlert },
  withdrawn: { tone: "neutral", Icon: Archive },
}

/** An owner's profile: its state, what it lacks, and the link to it while it is public. */
export function OwnProfile({ profile: { name, slug, state, cover, missing } }: { profile: Profile }) {
  const { t } = useTranslation("member")
  const { tone, Icon } = looks[state]
  return (
    <section aria-labelledby="own-profile" className="mt-12 flex gap-5 sm:gap-8">
      {cover && (
        <CoverPicture
          cover={cover}
          sizes="(min-width: 40rem) 160px, 96px"
          className="aspect-[4/5] w-24 shrink-0 self-start rounded-card sm:w-40"
        />
      )}
      <div className="min-w-0">
        <p className="text-ui text-mute">{t("profile.title")}</p>
        <h2 id="own-profile" className="mt-1 text-subsection">
          {name}
        </h2>
        <p className="mt-3">
          <Badge tone={tone} icon={<Icon aria-hidden />}>
            {t(`states.${state}`)}
          </Badge>
        </p>
        {missing.length > 0 && (
          <div className="mt-4 text-ui text-ink2">
            <p>{t("profile.missing")}</p>
            <ul className="mt-1 list-disc space-y-1 pl-5 marker:text-mute">
              {missing.map((part) => (
                <li key={part}>{t(`profile.missing_parts.${part}`)}</li>
              ))}
            </ul>
          </div>
        )}
        {state === "published" ? (
          <ButtonLink to={`/escorts/${slug}`} className="mt-5">
            {t("profile.view")}
          </ButtonLink>
        ) : (
          <p className="mt-4 text-ui text-ink2">{t("profile.hidden")}</p>
        )}
      </div>
    </section>
  )
}
