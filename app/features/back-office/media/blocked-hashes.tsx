import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { EmptyState } from "~/ui/feedback/empty-state"
import { TextField } from "~/ui/form/field"
import { Select } from "~/ui/form/select"
import { Cell, HeadCell, Row, Table } from "~/ui/table"

/** The intents of the forms for blocked hashes. */
export type BlockedHashIntent = "block" | "unblock"

interface Hash {
  id: string
  list: string
  sha256: string | null
  pdq: string | null
  note: string
  createdAt: number
}

const address = "/dashboard/admin/media?list=blocklist"

/** The hashes that uploads are compared with, and the form that adds one. */
export function BlockedHashes({ hashes, result }: { hashes: Hash[]; result: FormResult | undefined }) {
  const { t } = useTranslation("admin-review")
  const locale = useLocale()
  const { form, field } = useFormResult(result?.intent === "block" ? result : undefined)
  const columns = [
    t("blocklist.list"),
    t("blocklist.hash"),
    t("blocklist.note"),
    t("blocklist.at"),
    t("blocklist.acts"),
  ]
  return (
    <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
      {hashes.length === 0 ? (
        <EmptyState isBoxed title={t("blocklist.none")} />
      ) : (
        <Table label={t("lists.blocklist")} head={columns.map((name) => <HeadCell key={name}>{name}</HeadCell>)}>
          {hashes.map(({ id, list, sha256, pdq, note, createdAt }) => (
            <Row key={id}>
              <Cell isRowHeader>{list}</Cell>
              <Cell>
                <span className="text-mute">{sha256 ? "SHA-256" : "PDQ"}</span>{" "}
                <span title={sha256 ?? pdq ?? ""}>{(sha256 ?? pdq)?.slice(0, 16)}…</span>
              </Cell>
              <Cell className="min-w-40 wrap-anywhere">{note}</Cell>
              <Cell className="whitespace-nowrap text-ink2">{formatDate(createdAt, locale, "short")}</Cell>
              <Cell>
                <Form method="post" action={address}>
                  <input type="hidden" name="id" value={id} />
                  <Button type="submit" name="intent" value="unblock" size="small" variant="danger">
                    {t("blocklist.remove")}
                  </Button>
                </Form>
              </Cell>
            </Row>
          ))}
        </Table>
      )}
      <Form ref={form} method="post" action={address} noValidate className="space-y-4">
        <h2 className="text-subsection">{t("blocklist.add")}</h2>
        <p className="text-ui text-ink2">{t("blocklist.lead")}</p>
        <TextField {...field("list")} label={t("blocklist.list")} autoComplete="off" maxLength={60} />
        <Select
          {...field("kind")}
          label={t("blocklist.kind")}
          options={[
            { value: "pdq", label: t("blocklist.pdq") },
            { value: "sha256", label: t("blocklist.sha256") },
          ]}
        />
        <TextField
          {...field("hash")}
          label={t("blocklist.hash")}
          hint={t("blocklist.hash_hint")}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField {...field("note")} label={t("blocklist.note")} autoComplete="off" maxLength={500} />
        <Button type="submit" name="intent" value="block">
          {t("blocklist.submit")}
        </Button>
      </Form>
    </div>
  )
}
