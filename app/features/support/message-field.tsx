import { formatNumber } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { TextArea, type TextAreaProps } from "~/ui/field"

/** A message to us, with its length below. */
export function MessageField({ maxLength = 0, ...props }: TextAreaProps) {
  const { t } = useTranslation("support")
  const locale = useLocale()
  const formatCount = (length: number) =>
    t("count", { length: formatNumber(length, locale), max: formatNumber(maxLength, locale) })
  return <TextArea size="long" required {...props} maxLength={maxLength} formatCount={formatCount} />
}
