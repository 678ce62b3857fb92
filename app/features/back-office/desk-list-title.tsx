import type { ReactNode } from "react"
import { useTranslation } from "~/i18n/use-translation"
import { KeyLegend } from "./key-legend"
import { useKeys } from "./use-keys"

/** The title of a desk's list, whose rows letters walk through. Its page loads the texts of `admin-review`. */
export function DeskListTitle({ title, children }: { title: string; children?: ReactNode }) {
  const { t } = useTranslation("admin-review")
  useKeys("letters")
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <h1 className="text-office-title">{title}</h1>
      {children}
      <div className="ml-auto">
        <KeyLegend
          keys={[
            { keys: ["J", "K"], text: t("keys.rows") },
            { keys: ["↵"], text: t("keys.open") },
          ]}
        />
      </div>
    </div>
  )
}
