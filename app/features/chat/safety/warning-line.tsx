import Info from "lucide-react/icons/info"
import { useTranslation } from "~/i18n/use-translation"
import { AppLink } from "~/ui/navigation/app-link"
import { safetyPath } from "./safety-dialog"
import type { WarningKind } from "./warnings"

export interface WarningLineProps {
  kind: WarningKind
  onReport: () => void
}

/** A quiet sentence below a message that asks for money, haste, secrecy or another place, and what can be done. */
export function WarningLine({ kind, onReport }: WarningLineProps) {
  const { t } = useTranslation("chat")
  return (
    <div data-warning={kind} className="mt-2 flex gap-2 text-meta text-ink2">
      <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
      <p>
        {t(`warnings.${kind}`)}{" "}
        <AppLink to={safetyPath} className="link">
          {t("safety.rules")}
        </AppLink>{" "}
        <button type="button" className="link ml-2" onClick={onReport}>
          {t("warnings.report")}
        </button>
      </p>
    </div>
  )
}
