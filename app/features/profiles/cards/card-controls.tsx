import ChevronLeft from "lucide-react/icons/chevron-left"
import ChevronRight from "lucide-react/icons/chevron-right"
import { useTranslation } from "~/i18n/use-translation"

type CardControlsProps = {
  name: string
  /** How many pictures the card has, which of them it shows (0 being its cover), and the last one that it has shown. */
  total: number
  at: number
  furthest: number
  /** A pointer or the focus is on the card, or was. */
  isOpen: boolean
  onTurn: (step: 1 | -1) => void
}

/**
 * Dots, and two buttons once the card is open. The buttons are no stops of the Tab key, which a list of cards would have many of:
 * the arrow keys do the same. A button at an end stays, so that a further press does not open the profile.
 */
export function CardControls({ name, total, at, furthest, isOpen, onTurn }: CardControlsProps) {
  const { t } = useTranslation("cards")
  const arrow = (step: 1 | -1, isEnd: boolean) => (
    <button
      type="button"
      tabIndex={-1}
      aria-label={t(step < 0 ? "previous" : "next", { name })}
      aria-disabled={isEnd || undefined}
      onClick={() => onTurn(step)}
      className={step < 0 ? "card-arrow left-2" : "card-arrow right-2"}
    >
      {step < 0 ? <ChevronLeft aria-hidden /> : <ChevronRight aria-hidden />}
    </button>
  )
  return (
    <>
      {isOpen && furthest > 0 && arrow(-1, at === 0)}
      {isOpen && arrow(1, at === total - 1)}
      <span aria-hidden className="card-dots">
        {Array.from({ length: total }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its place
          <span key={index} data-current={index === at || undefined} />
        ))}
      </span>
      <span role="status" className="sr-only">
        {furthest > 0 && t("place", { number: at + 1, total })}
      </span>
    </>
  )
}
