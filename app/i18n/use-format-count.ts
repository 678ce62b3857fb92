import { formatNumber } from "./format"
import { useLocale } from "./use-locale"

/** Gives what writes how much of a field's room is taken, in the reader's numbers: `(4_950, 5_000) => "4,950 / 5,000"`. */
export function useFormatCount(): (length: number, maxLength: number) => string {
  const locale = useLocale()
  return (length, maxLength) => `${formatNumber(length, locale)} / ${formatNumber(maxLength, locale)}`
}
