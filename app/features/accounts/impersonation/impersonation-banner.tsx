import { Form, useRevalidator } from "@remix-run/react"
import UserRound from "lucide-react/icons/user-round"
import { useEffect } from "react"
import { importRetried } from "~/browser/loading/retried-import"
import { formatTime } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import type { RootData } from "~/remix/root-data"
import { Button } from "~/ui/button"

type ImpersonationBannerProps = NonNullable<RootData["impersonation"]>

const endPath = "/auth/impersonation"
/** Forms that are sent all the same. */
const allowed = [endPath, "/auth/logout"]

/** On every page while staff see the site as a member; it stays in view and cannot be closed. */
export function ImpersonationBanner({ id, memberId, name, expiresAt }: ImpersonationBannerProps) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { revalidate } = useRevalidator()
  const sentence = t("impersonation.read_only")
  useEffect(() => {
    let stop = () => {}
    let isGone = false
    // The one part of it that visitors' pages would carry for nothing.
    void importRetried(() => import("./watch")).then(({ watchImpersonation }) => {
      if (!isGone) stop = watchImpersonation({ expiresAt, sentence, allowed, onShown: revalidate })
    })
    return () => {
      isGone = true
      stop()
    }
  }, [expiresAt, sentence, revalidate])
  return (
    <aside
      aria-label={t("impersonation.label")}
      className="sticky top-0 z-50 flex h-(--impersonation-bar) shrink-0 items-center gap-3 bg-ink px-4 text-paper md:px-8 print:hidden"
    >
      <UserRound aria-hidden className="size-5 shrink-0 max-[22.5rem]:hidden" />
      <p className="flex min-w-0 grow flex-col text-meta sm:flex-row sm:gap-x-2 sm:text-ui">
        <strong className="truncate font-semibold">{t("impersonation.as", { name })}</strong>
        <span className="shrink-0">{t("impersonation.until", { time: formatTime(expiresAt, locale) })}</span>
      </p>
      <Form method="post" action={endPath} reloadDocument className="shrink-0">
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="member" value={memberId} />
        <Button type="submit" size="small">
          {t("impersonation.end")}
        </Button>
      </Form>
    </aside>
  )
}
