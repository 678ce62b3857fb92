import type { ImportColumn } from "~/domain/back-office/records/imports/schema"
import { useTranslation } from "~/i18n/use-translation"
import { Cell, HeadCell, Row, Table } from "~/ui/table"

/** The columns that a file may have, with what each of them takes. */
export function ImportColumns({ columns }: { columns: ImportColumn[] }) {
  const { t } = useTranslation("admin-import")
  const all = [{ head: "id", isRequired: false, hint: t("columns.id"), options: [] as string[] }, ...columns]
  return (
    <details className="mt-8 max-w-4xl text-ui">
      <summary className="cursor-pointer font-medium">{t("columns.title")}</summary>
      <Table
        label={t("columns.title")}
        className="mt-3"
        head={
          <>
            <HeadCell>{t("columns.head")}</HeadCell>
            <HeadCell>{t("columns.values")}</HeadCell>
          </>
        }
      >
        {all.map(({ head, isRequired, hint, options }) => (
          <Row key={head}>
            <Cell isRowHeader className="align-top">
              {head}
              {isRequired && <span className="block text-mute">{t("columns.required")}</span>}
            </Cell>
            <Cell className="wrap-anywhere">{[hint, options.join(", ")].filter(Boolean).join(" ")}</Cell>
          </Row>
        ))}
      </Table>
    </details>
  )
}
