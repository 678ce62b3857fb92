import type { Locale } from "~/i18n/locales"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import type { TextPart } from "./shown-field"

export interface ComparedTextProps {
  label: string
  parts: readonly TextPart[]
  lang: Locale | null
  look: "live" | "proposed"
}

/** A version of a text: of the live one what is deleted is struck, of the proposed one what is inserted is marked. */
export function ComparedText({ label, parts, lang, look }: ComparedTextProps) {
  const { t } = useTranslation("admin-review")
  const isEmpty = parts.every(({ text }) => text === "")
  const Mark = look === "live" ? "del" : "ins"
  return (
    <div className="flex min-w-0 flex-col">
      <p className="mb-1.5 text-meta text-mute">{label}</p>
      <p
        lang={lang ?? undefined}
        className={classNames(
          "grow rounded-field border border-line bg-surface px-4 py-3 text-body wrap-anywhere whitespace-pre-line",
          look === "proposed" && "in-[[data-reviewed-field]:has([value=return]:checked)]:border-bad",
        )}
      >
        {isEmpty && <span className="text-mute">{t("empty")}</span>}
        {parts.map(({ text, isMarked }, at) =>
          isMarked ? (
            <Mark
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which never move
              key={at}
              className={
                look === "live"
                  ? "rounded-[3px] bg-bad-soft text-bad line-through"
                  : "rounded-[3px] bg-ok-soft text-ok no-underline forced-colors:underline"
              }
            >
              {text}
            </Mark>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which never move
            <span key={at}>{text}</span>
          ),
        )}
      </p>
    </div>
  )
}
