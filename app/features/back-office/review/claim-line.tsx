import type { useFetcher } from "@remix-run/react"
import Lock from "lucide-react/icons/lock"
import LockOpen from "lucide-react/icons/lock-open"
import type { Review } from "~/domain/profiles/editing/schema"
import { formatTime } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Badge } from "~/ui/badge"
import { Button } from "~/ui/button"
import { KeyCap } from "../key-legend"

export interface ClaimLineProps {
  review: Pick<Review, "claimed_until" | "claimed_by" | "is_claimed_by_you" | "is_yours" | "submitted_at">
  address: string
  fetcher: ReturnType<typeof useFetcher<FormResult>>
}

/** Who reviews the profile now and until when, and the button that takes it up or gives it back. */
export function ClaimLine({ review, address, fetcher }: ClaimLineProps) {
  const { t } = useTranslation("admin-review")
  const locale = useLocale()
  const { claimed_until: until, claimed_by: name, is_claimed_by_you: isMine, is_yours, submitted_at } = review
  if (is_yours) return <Badge icon={<Lock aria-hidden />}>{t("claim.own")}</Badge>
  if (submitted_at === null) return null
  const time = until === null ? "" : formatTime(until, locale)
  return (
    <Form fetcher={fetcher} method="post" action={address} className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Badge
        tone={until === null ? "outlined" : isMine ? "ok" : "warn"}
        icon={until === null ? <LockOpen aria-hidden /> : <Lock aria-hidden />}
      >
        {until === null
          ? t("claim.free")
          : isMine
            ? t("claim.mine", { time })
            : t("claim.other", { name: name ?? "", time })}
      </Badge>
      {(until === null || isMine) && (
        <Button
          type="submit"
          name="intent"
          value={isMine ? "release" : "claim"}
          size="small"
          variant="ghost"
          aria-keyshortcuts="C"
          isBusy={fetcher.state !== "idle"}
        >
          {t(isMine ? "claim.release" : "claim.take")}
          <KeyCap>C</KeyCap>
        </Button>
      )}
    </Form>
  )
}
