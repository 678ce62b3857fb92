import CircleCheck from "lucide-react/icons/circle-check"
import { useEffect, useRef } from "react"
import type { ImportPreview, ImportResult, RefusedRow, ShownRow } from "~/domain/back-office/records/imports/schema"
import type { ResourceView } from "~/domain/back-office/records/schema"
import { formatNumber } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Form } from "~/remix/idempotency/single-form"
import { Badge } from "~/ui/badge"
import { Button } from "~/ui/button"
import { Banner } from "~/ui/feedback/banner"
import { Cell, HeadCell, Row, Table } from "~/ui/table"

/** Moves the focus to a heading whenever it shows something else. */
function useFocusOn(shown: unknown) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: focused again for another result
  useEffect(() => heading.current?.focus(), [shown])
  return heading
}

/** A row is refused once, for each of its columns that are wrong. */
const rowsOf = (refused: RefusedRow[]) => new Set(refused.map(({ row }) => row)).size

/** Effect of a file, and the button that carries it out. The rows go with the form, and are checked again. */
export function ImportPlan({ preview, isBusy }: { preview: ImportPreview; isBusy: boolean }) {
  const { t } = useTranslation("admin-import")
  const heading = useFocusOn(preview)
  const { rows, same, refused, unread, rowsToSend } = preview
  const created = rows.filter(({ isNew }) => isNew).length
  return (
    <section aria-labelledby="import-plan" className="mt-8">
      <h2 id="import-plan" ref={heading} tabIndex={-1} className="text-subsection outline-none">
        {t("preview.title")}
      </h2>
      <p className="mt-1 text-ui text-ink2">{t("preview.nothing")}</p>
      <Counts counts={{ created, changed: rows.length - created, same, refused: rowsOf(refused) }} />
      {unread.length > 0 && (
        <p className="mt-4 text-ui wrap-anywhere text-ink2">{t("preview.unread", { columns: unread.join(", ") })}</p>
      )}
      <RefusedRows refused={refused} text={t("preview.refused_text")} />
      {rows.length > 0 ? (
        <>
          <h3 className="mt-6 text-ui font-medium">{t("preview.rows_title")}</h3>
          <PlannedRows rows={rows} />
          <Form method="post" encType="multipart/form-data" className="mt-5">
            <input type="hidden" name="rows" value={rowsToSend} />
            <Button type="submit" name="intent" value="import" variant="primary" isBusy={isBusy}>
              {t("submit", { count: rows.length })}
            </Button>
          </Form>
        </>
      ) : (
        <p className="mt-4 text-ui">{t("preview.none")}</p>
      )}
    </section>
  )
}

const kinds = ["created", "changed", "same", "refused"] as const

function Counts({ counts }: { counts: Record<(typeof kinds)[number], number> }) {
  const { t } = useTranslation("admin-import")
  const locale = useLocale()
  return (
    <dl className="mt-4 grid max-w-3xl grid-cols-2 gap-3 sm:grid-cols-4">
      {kinds.map((kind) => (
        <div key={kind} className="rounded-card border border-line bg-surface px-4 py-3">
          <dt className="text-meta text-mute">{t(`preview.${kind}`)}</dt>
          <dd
            className={
              kind === "refused" && counts.refused > 0 ? "text-body font-semibold text-bad" : "text-body font-semibold"
            }
          >
            {formatNumber(counts[kind], locale)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function RefusedRows({ refused, text }: { refused: RefusedRow[]; text: string }) {
  const { t } = useTranslation("admin-import")
  if (refused.length === 0) return null
  return (
    <>
      <h3 className="mt-6 text-ui font-medium">{t("preview.refused_title")}</h3>
      <p className="mt-1 max-w-3xl text-ui text-ink2">{text}</p>
      <Table
        label={t("preview.refused_title")}
        className="mt-3 max-h-96 max-w-4xl overflow-y-auto"
        head={
          <>
            <HeadCell isNumeric className="w-16">
              {t("preview.row")}
            </HeadCell>
            <HeadCell>{t("preview.column")}</HeadCell>
            <HeadCell>{t("preview.reason")}</HeadCell>
          </>
        }
      >
        {refused.map(({ row, column, sentence }) => (
          <Row key={`${row} ${column}`}>
            <Cell isNumeric>{row}</Cell>
            <Cell>{column ?? t("preview.whole_row")}</Cell>
            <Cell>{sentence}</Cell>
          </Row>
        ))}
      </Table>
    </>
  )
}

function PlannedRows({ rows }: { rows: ShownRow[] }) {
  const { t } = useTranslation("admin-import")
  return (
    <Table
      label={t("preview.rows_title")}
      className="mt-3 max-h-96 max-w-4xl overflow-y-auto"
      head={
        <>
          <HeadCell isNumeric className="w-16">
            {t("preview.row")}
          </HeadCell>
          <HeadCell>{t("preview.record")}</HeadCell>
          <HeadCell>{t("preview.effect")}</HeadCell>
        </>
      }
    >
      {rows.map(({ row, title, isNew, changed }) => (
        <Row key={row}>
          <Cell isNumeric>{row}</Cell>
          <Cell isRowHeader className="wrap-anywhere">
            {title}
          </Cell>
          <Cell>
            {isNew ? (
              <Badge tone="ok">{t("preview.is_new")}</Badge>
            ) : (
              t("preview.is_changed", { columns: changed.join(", ") })
            )}
          </Cell>
        </Row>
      ))}
    </Table>
  )
}

/** Effect of an import, and the rows that it refused. */
export function ImportOutcome({ view, done }: { view: ResourceView; done: ImportResult }) {
  const { t } = useTranslation("admin-import")
  const heading = useFocusOn(done)
  const { created, changed, refused } = done
  const isNothing = created + changed === 0
  return (
    <section aria-labelledby="import-done" className="mt-8">
      <h2 id="import-done" ref={heading} tabIndex={-1} className="text-subsection outline-none">
        {isNothing ? t("done.nothing") : refused.length > 0 ? t("done.partly") : t("done.title")}
      </h2>
      <Banner
        tone={isNothing ? "bad" : refused.length > 0 ? "warn" : "info"}
        icon={!isNothing && refused.length === 0 && <CircleCheck className="text-ok" />}
        fact={t("done.counts", { created, changed, refused: rowsOf(refused) })}
        link={{ to: `/dashboard/admin/${view.name}`, label: view.many }}
        className="mt-3 max-w-3xl"
      />
      <RefusedRows refused={refused} text={t("done.refused_text")} />
    </section>
  )
}
