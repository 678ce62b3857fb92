import { formatNumber } from "./format"
import { useLocale } from "./use-locale"

/** Returns a formatter of a field's character count: `(4_950, 5_000) => "4,950 / 5,000"`. */
export function useFormatCount(): (length: number, maxLength: number) => string {
  const locale = useLocale()
  return (length, maxLength) => `${formatNumber(length, locale)} / ${formatNumber(maxLength, locale)}`
}
