import { useEffect, useRef, useState } from "react"
import { useIsOnline } from "~/features/shell/live/use-is-online"
import { formatLanguage } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { useRootData } from "~/remix/root-data"
import { Button } from "~/ui/button"
import { draftOffers, whyNothing } from "./draft-offers"
import type { OwnDrafts } from "./use-text-drafts"

/**
 * Offers drafts of the texts that one language lacks. Nothing without script, where no language lacks one, and for staff who
 * see the site as a member.
 */
export function DraftPanel({ drafts }: { drafts: OwnDrafts }) {
  const { t } = useTranslation("workshop")
  const locale = useLocale()
  const [hasScript, setHasScript] = useState(false)
  useEffect(() => setHasScript(true), [])
  const isImpersonating = Boolean(useRootData()?.impersonation)
  const isOnline = useIsOnline()
  const status = useRef<HTMLParagraphElement>(null)
  const { states, busy, outcome } = drafts
  const isFailure = outcome !== null && outcome.kind !== "drafted"
  // The button that was pressed may be gone: the focus goes to what happened, above the fields.
  useEffect(() => {
    if (outcome?.kind === "drafted" && document.activeElement === document.body) status.current?.focus()
  }, [outcome])
  const said = useOutcomeText(drafts)
  if (!hasScript || isImpersonating) return null
  const offers = draftOffers(states)
  const reason = offers.length === 0 ? whyNothing(states) : null
  const lead = offers.length > 0 ? t(isOnline ? "drafts.lead" : "drafts.offline") : reason && t(`drafts.${reason}`)
  return (
    <div className="mt-4">
      {lead && <p className="measure text-ui text-ink2">{lead}</p>}
      {offers.length > 0 && (
        <div className="mt-3 flex flex-wrap gap-3">
          {offers.map((offer) => (
            <Button
              key={offer.to}
              size="small"
              isBusy={busy?.to === offer.to}
              aria-disabled={!isOnline || busy !== null || undefined}
              onClick={({ currentTarget: { form } }) => {
                if (isOnline && form) void drafts.draft(offer, form)
              }}
            >
              {t("drafts.draft", { to: formatLanguage(offer.to, locale), from: formatLanguage(offer.from, locale) })}
            </Button>
          ))}
        </div>
      )}
      <p
        ref={status}
        role="status"
        tabIndex={-1}
        className={classNames("measure mt-3 text-ui empty:mt-0", isFailure ? "text-bad" : "text-ink")}
      >
        {said}
      </p>
    </div>
  )
}

/** Returns the sentence about a request: that it runs, or how it ended. */
function useOutcomeText({ busy, outcome }: OwnDrafts): string | null {
  const { t } = useTranslation("workshop")
  if (busy) return t("drafts.busy")
  if (!outcome) return null
  if (outcome.kind === "offline") return t("drafts.offline")
  if (outcome.kind === "failed") return outcome.sentence ?? t("drafts.failed")
  const { count, missing } = outcome
  const made = count > 0 ? t("drafts.drafted", { count }) : t("drafts.none_empty")
  return missing > 0 ? `${made} ${t("drafts.missing", { count: missing })}` : made
}
