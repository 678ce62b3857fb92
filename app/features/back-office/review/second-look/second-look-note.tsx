import Eye from "lucide-react/icons/eye"
import type { SecondLook } from "~/domain/decisions/second-look/schema"
import { formatNumber } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Banner } from "~/ui/feedback/banner"

/** Notice to a new reviewer that their decisions are proposals, with the number that colleagues have decided on. */
export function SecondLookNote({ secondLook }: { secondLook: SecondLook | null }) {
  const { t } = useTranslation("admin-review")
  const locale = useLocale()
  if (!secondLook) return null
  const done = formatNumber(secondLook.done, locale)
  const needed = formatNumber(secondLook.needed, locale)
  return (
    <Banner icon={<Eye aria-hidden />} fact={t("second_look.progress", { done, needed })} className="mt-4">
      {t("second_look.progress_text", { needed })}
    </Banner>
  )
}
