import { leastReplies } from "~/domain/chat/replies/policy"
import type { OwnReplySpeed } from "~/domain/chat/replies/schema"
import { useTranslation } from "~/i18n/use-translation"

/** How fast the owner usually replies, as members read it, and how it is computed. */
export function SpeedPanel({ speed }: { speed: OwnReplySpeed | null }) {
  const { t } = useTranslation("answering")
  return (
    <section aria-labelledby="speed">
      <h2 id="speed" className="text-subsection">
        {t("speed.title")}
      </h2>
      <p className="mt-3 text-card-title">{speed ? t(`speed.${speed.speed}`) : t("speed.unknown")}</p>
      <p className="measure mt-2 text-body text-ink2">
        {speed ? t("speed.from", { count: speed.replies }) : t("speed.too_few", { least: leastReplies })}
      </p>
      <p className="measure mt-2 text-body text-ink2">{t("speed.how")}</p>
    </section>
  )
}
