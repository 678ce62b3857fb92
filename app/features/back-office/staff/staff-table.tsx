import type { StaffMember, StaffRoleEntry } from "~/domain/accounts/staff/schema"
import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import type { FormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Badge } from "~/ui/badge"
import { Button, buttonClass } from "~/ui/button"
import { Cell, HeadCell, Row, Table } from "~/ui/table"
import { StaffReset } from "./staff-reset"

/** The intent of the table's forms. */
export type RevokeIntent = "revoke"

export interface StaffTableProps {
  staff: StaffMember[]
  /** The reader's: nobody changes their own roles. */
  ownId: string | null
  mayRevoke: boolean
  /** Of a rejected proposal of a reset. */
  resetResult: FormResult | undefined
}

/** Everybody who is staff: a row for each of their roles. */
export function StaffTable({ staff, ownId, mayRevoke, resetResult }: StaffTableProps) {
  const { t } = useTranslation("admin-staff")
  return (
    <Table
      isStacked
      label={t("title")}
      head={
        <>
          <HeadCell>{t("columns.person")}</HeadCell>
          <HeadCell>{t("columns.role")}</HeadCell>
          <HeadCell>{t("columns.since")}</HeadCell>
          <HeadCell>{t("columns.by")}</HeadCell>
          <HeadCell>{t("columns.until")}</HeadCell>
          <HeadCell>
            <span className="sr-only">{t("columns.acts")}</span>
          </HeadCell>
        </>
      }
    >
      {staff.map((member) =>
        member.roles.map((entry, index) => (
          <RoleRow
            key={entry.id ?? member.id}
            member={member}
            entry={entry}
            isFirst={index === 0}
            mayRevoke={mayRevoke && member.id !== ownId}
            resetResult={resetResult?.values?.user === member.id ? resetResult : undefined}
          />
        )),
      )}
    </Table>
  )
}

interface RoleRowProps {
  member: StaffMember
  entry: StaffRoleEntry
  /** The first of the person's: it names them, for all. */
  isFirst: boolean
  mayRevoke: boolean
  resetResult: FormResult | undefined
}

function RoleRow({ member, entry, isFirst, mayRevoke, resetResult }: RoleRowProps) {
  const { t } = useTranslation("admin-staff")
  const locale = useLocale()
  const { id, role, granted_at, expires_at, granted_by } = entry
  return (
    <Row>
      {isFirst && (
        <Cell isRowHeader rowSpan={member.roles.length} className="min-w-56 py-2 align-top">
          <div className="min-w-0">
            {member.name}
            <span className="block font-normal text-ink2 wrap-anywhere">{member.email}</span>
            {!member.has_second_factor && (
              <Badge tone="warn" className="mt-1">
                {t("no_second_step")}
              </Badge>
            )}
            <StaffReset member={member} mayReset={mayRevoke} result={resetResult} />
          </div>
        </Cell>
      )}
      <Cell data-label={t("columns.role")} className="min-w-56 py-2 align-top">
        <div className="min-w-0">
          {t(`roles.${role}.name`)}
          <span className="block text-ink2">{t(`roles.${role}.about`)}</span>
        </div>
      </Cell>
      <Cell data-label={t("columns.since")} className="py-2 align-top whitespace-nowrap text-ink2">
        {granted_at === null ? t("unknown") : formatDate(granted_at, locale, "short")}
      </Cell>
      <Cell data-label={t("columns.by")} className="py-2 align-top whitespace-nowrap text-ink2">
        {granted_by ?? t("operator")}
      </Cell>
      <Cell data-label={t("columns.until")} className="py-2 align-top whitespace-nowrap text-ink2">
        {/* The end is the midnight after the last day. */}
        {expires_at === null ? t("no_end") : formatDate(expires_at - 1, locale, "short")}
      </Cell>
      <Cell className="py-2 align-top">
        {mayRevoke && id !== null && <Revocation id={id} name={member.name} role={t(`roles.${role}.name`)} />}
      </Cell>
    </Row>
  )
}

function Revocation({ id, name, role }: { id: string; name: string; role: string }) {
  const { t } = useTranslation("admin-staff")
  return (
    <details>
      <summary
        aria-label={t("revoke_named", { role, name })}
        className={classNames(buttonClass({ size: "small" }), "list-none")}
      >
        {t("revoke")}
      </summary>
      <Form method="post" className="mt-2 min-w-64 space-y-2">
        <input type="hidden" name="id" value={id} />
        <p>{t("revoke_sure", { name })}</p>
        <Button type="submit" name="intent" value="revoke" size="small" variant="danger">
          {t("revoke_now")}
        </Button>
      </Form>
    </details>
  )
}
