import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData, useSearchParams } from "@remix-run/react"
import { waitingKinds } from "~/domain/back-office/review-queue/kinds"
import { listWaiting } from "~/domain/back-office/review-queue/service.server"
import { DeskListTitle } from "~/features/back-office/desk-list-title"
import { DoneNotice } from "~/features/back-office/review/done-notice"
import { SecondLookNote } from "~/features/back-office/review/second-look/second-look-note"
import { queuePath } from "~/features/back-office/review/waiting"
import { WaitingList } from "~/features/back-office/review/waiting-list"
import { formatNumber } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { pageMeta } from "~/remix/meta"
import { withStaff } from "~/remix/staff-page.server"
import { ButtonLink } from "~/ui/button"
import { ChipLink } from "~/ui/chip"
import { EmptyState } from "~/ui/feedback/empty-state"

export const handle = { i18n: ["admin", "admin-review", "errors"] }

export const loader = withStaff(async ({ ctx, request }) => {
  const query = new URL(request.url).searchParams
  const kind = waitingKinds.find((one) => one === query.get("kind")) ?? null
  const page = await listWaiting(ctx, kind, query.get("cursor"))
  return { title: translator(ctx.locale, "admin-review")("queue.title"), kind, now: ctx.now(), ...page }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function QueuePage() {
  const { t } = useTranslation("admin-review")
  const locale = useLocale()
  const { title, kind, now, data, next_cursor, total, second_look } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const filtered = kind ? `${queuePath}?kind=${kind}` : queuePath
  return (
    <>
      <DeskListTitle title={title}>
        <p className="text-ui text-ink2">{t("queue.total", { count: total, number: formatNumber(total, locale) })}</p>
      </DeskListTitle>
      <DoneNotice />
      <SecondLookNote secondLook={second_look} />
      <nav aria-label={t("queue.filter")} className="mt-5 mb-5 flex flex-wrap gap-2">
        <ChipLink to={queuePath} isActive={kind === null}>
          {t("queue.all")}
        </ChipLink>
        {waitingKinds.map((one) => (
          <ChipLink key={one} to={`${queuePath}?kind=${one}`} isActive={one === kind}>
            {t(`queue.kinds.${one}`)}
          </ChipLink>
        ))}
      </nav>
      {data.length === 0 ? (
        <EmptyState isBoxed title={t("queue.none")}>
          {t("queue.none_text")}
        </EmptyState>
      ) : (
        <WaitingList items={data} kind={kind} now={now} />
      )}
      {(query.has("cursor") || next_cursor) && (
        <nav aria-label={t("pages.label")} className="mt-5 flex justify-between gap-3">
          {query.has("cursor") ? <ButtonLink to={filtered}>{t("pages.first")}</ButtonLink> : <span />}
          {next_cursor && (
            <ButtonLink to={`${queuePath}?${new URLSearchParams({ ...(kind && { kind }), cursor: next_cursor })}`}>
              {t("pages.next")}
            </ButtonLink>
          )}
        </nav>
      )}
    </>
  )
}
