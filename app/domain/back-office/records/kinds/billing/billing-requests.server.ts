import { confirmRequest, dropRequest } from "../../../../billing/staff/requests.server"
import { t } from "../../labels.server"
import { caseOf, defineResource } from "../../resource"

const kindNames = {
  refund: t("billing_requests.kind_names.refund"),
  grant: t("billing_requests.kind_names.grant"),
}

/** Refunds and gifts beyond the limit of the settings, which a second member of staff confirms. */
export const billingRequests = defineResource({
  name: "billing-requests",
  one: t("billing_requests.one"),
  many: t("billing_requests.many"),
  read: "billing.read",
  write: "billing.refund",
  group: "office",
  table: "billing_requests",
  member: "r.user_id",
  joins: "LEFT JOIN users AS u ON u.id = r.user_id",
  title: caseOf("r.kind", kindNames),
  search: "r.id = ? OR r.subject = ? OR r.user_id = ?",
  columns: [
    { name: "member", label: t("billing_requests.columns.member"), kind: "text", value: "u.name" },
    {
      name: "state",
      label: t("billing_requests.columns.state.label"),
      kind: "badge",
      value: "r.state",
      badges: {
        pending: { label: t("billing_requests.columns.state.badges.pending"), tone: "warn" },
        confirmed: { label: t("billing_requests.columns.state.badges.confirmed"), tone: "ok" },
        refused: { label: t("billing_requests.columns.state.badges.refused"), tone: "bad" },
        withdrawn: { label: t("billing_requests.columns.state.badges.withdrawn"), tone: "neutral" },
        expired: { label: t("billing_requests.columns.state.badges.expired"), tone: "outlined" },
      },
    },
    {
      name: "amount",
      label: t("billing_requests.columns.amount"),
      kind: "money",
      value: "iif(r.kind = 'refund', r.amount, NULL)",
    },
    {
      name: "days",
      label: t("billing_requests.columns.days"),
      kind: "number",
      value: "iif(r.kind = 'grant', r.amount, NULL)",
    },
    {
      name: "invoice",
      label: t("billing_requests.columns.invoice"),
      kind: "text",
      value: "(SELECT number FROM invoices WHERE id = r.subject)",
    },
    { name: "reason", label: t("billing_requests.columns.reason"), kind: "multiline", value: "r.reason" },
    {
      name: "by",
      label: t("billing_requests.columns.by"),
      kind: "text",
      value: "(SELECT name FROM users WHERE id = r.staff_id)",
    },
    {
      name: "second",
      label: t("billing_requests.columns.second"),
      kind: "text",
      value: "(SELECT name FROM users WHERE id = r.second_staff_id)",
    },
    { name: "account", label: t("billing_requests.columns.account"), kind: "code", value: "r.user_id", isHidden: true },
    {
      name: "until",
      label: t("billing_requests.columns.until"),
      kind: "time",
      value: "iif(r.state = 'pending', r.expires_at, NULL)",
    },
    { name: "created", label: t("billing_requests.columns.created"), kind: "time", value: "r.created_at" },
  ],
  filters: [
    {
      name: "state",
      label: t("billing_requests.filters.state.label"),
      options: [
        { value: "pending", label: t("billing_requests.filters.state.options.pending"), where: "r.state = 'pending'" },
        {
          value: "confirmed",
          label: t("billing_requests.filters.state.options.confirmed"),
          where: "r.state = 'confirmed'",
        },
        { value: "refused", label: t("billing_requests.filters.state.options.refused"), where: "r.state = 'refused'" },
        {
          value: "withdrawn",
          label: t("billing_requests.filters.state.options.withdrawn"),
          where: "r.state = 'withdrawn'",
        },
        { value: "expired", label: t("billing_requests.filters.state.options.expired"), where: "r.state = 'expired'" },
      ],
    },
  ],
  sorts: [{ name: "created", by: "r.id", isDescending: true }],
  acts: [
    {
      name: "confirm",
      label: t("billing_requests.acts.confirm.label"),
      done: t("billing_requests.acts.confirm.done"),
      when: "r.state = 'pending'",
      run: confirmRequest,
    },
    {
      name: "drop",
      label: t("billing_requests.acts.drop.label"),
      done: t("billing_requests.acts.drop.done"),
      when: "r.state = 'pending'",
      run: dropRequest,
    },
  ],
})
