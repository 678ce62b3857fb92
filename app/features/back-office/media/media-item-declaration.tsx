import TriangleAlert from "lucide-react/icons/triangle-exclamation-point"
import Users from "lucide-react/icons/users"
import type { ReviewItem } from "~/domain/media/review/schema"
import { formatList } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"

const answersInOrder = ["withdrawn", "refused", "requested", "granted"] as const

/** Who is in a media item by its owner's word, what they answered, and what became of others that show the same. */
export function MediaItemDeclaration({ mediaItem }: { mediaItem: ReviewItem }) {
  const { t } = useTranslation("admin-review")
  const locale = useLocale()
  const { declaration, likenesses } = mediaItem
  const { has_others, answers, is_agreed } = declaration
  const given = answersInOrder.flatMap((answer) => {
    const count = answers[answer] ?? 0
    return count > 0 ? [t(`declaration.answers.${answer}`, { count })] : []
  })
  const isNamed = given.length > 0
  const said = has_others === null ? "unknown" : isNamed ? "people" : has_others ? "unnamed" : "alone"
  return (
    <div className="mt-2 space-y-2 text-ui">
      <p className={`flex gap-2 ${is_agreed && has_others !== null ? "text-ink2" : "text-warn"}`}>
        <Users aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span>{t(`declaration.${said}`, { answers: formatList(given, locale) })}</span>
      </p>
      {likenesses.length > 0 && (
        <div className="flex gap-2 text-bad">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <div>
            <p>{t("likeness.title")}</p>
            <ul className="list-disc pl-5">
              {likenesses.map((fate) => (
                <li key={fate}>{t(`likeness.${fate}`)}</li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </div>
  )
}
