import Lock from "lucide-react/icons/lock"
import LockOpen from "lucide-react/icons/lock-open"
import { isOpen } from "~/domain/safety/cases/lists"
import type { Case } from "~/domain/safety/cases/schema"
import { formatTime } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Form } from "~/remix/idempotency/single-form"
import { Badge } from "~/ui/badge"
import { Button } from "~/ui/button"
import { KeyCap } from "../key-legend"

/** The intents of the button that takes a case up, or gives it back. */
export type ClaimIntent = "take" | "release"

/** Who works on an open case and until when, and the button that takes it up or gives it back. */
export function CaseClaim({ found, address }: { found: Case; address: string }) {
  const { t } = useTranslation("admin-cases")
  const locale = useLocale()
  const { claim } = found
  if (!isOpen(found)) return null
  const time = claim ? formatTime(claim.until, locale) : ""
  const text = !claim
    ? t("claim.free")
    : claim.is_yours
      ? t("claim.mine", { time })
      : t("claim.other", { name: claim.name, time })
  return (
    <Form method="post" action={address} className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
      <Badge
        tone={!claim ? "outlined" : claim.is_yours ? "ok" : "warn"}
        icon={claim ? <Lock aria-hidden /> : <LockOpen aria-hidden />}
      >
        {text}
      </Badge>
      {(!claim || claim.is_yours) && (
        <Button
          type="submit"
          name="intent"
          value={claim ? "release" : "take"}
          size="small"
          variant="ghost"
          aria-keyshortcuts="C"
        >
          {t(claim ? "claim.release" : "claim.take")}
          <KeyCap>C</KeyCap>
        </Button>
      )}
    </Form>
  )
}
