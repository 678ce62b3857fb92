import { reopenIssue, retryIssue, settleIssue } from "../../../../billing/staff/issues.server"
import { t } from "../../labels.server"
import { caseOf, defineResource } from "../../resource"

const kindNames = {
  dispute: t("billing_issues.kind_names.dispute"),
  failed_refund: t("billing_issues.kind_names.failed_refund"),
  failed_withdrawal: t("billing_issues.kind_names.failed_withdrawal"),
  unknown_price: t("billing_issues.kind_names.unknown_price"),
  two_subscriptions: t("billing_issues.kind_names.two_subscriptions"),
  unknown_customer: t("billing_issues.kind_names.unknown_customer"),
}

/** Problems that finance must look at: disputes, refunds and withdrawals that failed, and changes made at the provider. */
export const billingIssues = defineResource({
  name: "billing-issues",
  one: t("billing_issues.one"),
  many: t("billing_issues.many"),
  read: "billing.read",
  write: "billing.refund",
  group: "office",
  table: "billing_issues",
  member: "r.user_id",
  joins: "LEFT JOIN users AS u ON u.id = r.user_id",
  title: caseOf("r.kind", kindNames),
  search: "r.id = ? OR r.subject = ? OR r.user_id = ? OR r.stripe_invoice = ?",
  columns: [
    { name: "member", label: t("billing_issues.columns.member"), kind: "text", value: "u.name" },
    {
      name: "state",
      label: t("billing_issues.columns.state.label"),
      kind: "badge",
      value: "r.state",
      badges: {
        open: { label: t("billing_issues.columns.state.badges.open"), tone: "warn" },
        settled: { label: t("billing_issues.columns.state.badges.settled"), tone: "ok" },
      },
    },
    {
      name: "status",
      label: t("billing_issues.columns.status.label"),
      kind: "text",
      value: caseOf("r.status", {
        open: t("billing_issues.columns.status.value.open"),
        inquiry: t("billing_issues.columns.status.value.inquiry"),
        lost: t("billing_issues.columns.status.value.lost"),
        over: t("billing_issues.columns.status.value.over"),
        failed: t("billing_issues.columns.status.value.failed"),
        live: t("billing_issues.columns.status.value.live"),
      }),
    },
    { name: "amount", label: t("billing_issues.columns.amount"), kind: "money", value: "r.amount" },
    {
      name: "invoice",
      label: t("billing_issues.columns.invoice"),
      kind: "text",
      value: "(SELECT number FROM invoices WHERE stripe_invoice = r.stripe_invoice)",
    },
    { name: "subject", label: t("billing_issues.columns.subject"), kind: "code", value: "r.subject" },
    { name: "account", label: t("billing_issues.columns.account"), kind: "code", value: "r.user_id", isHidden: true },
    { name: "created", label: t("billing_issues.columns.created"), kind: "time", value: "r.created_at" },
  ],
  filters: [
    {
      name: "state",
      label: t("billing_issues.filters.state.label"),
      options: [
        { value: "open", label: t("billing_issues.filters.state.options.open"), where: "r.state = 'open'" },
        { value: "settled", label: t("billing_issues.filters.state.options.settled"), where: "r.state = 'settled'" },
      ],
    },
    {
      name: "kind",
      label: t("billing_issues.filters.kind"),
      options: Object.entries(kindNames).map(([value, label]) => ({ value, label, where: `r.kind = '${value}'` })),
    },
  ],
  sorts: [{ name: "created", by: "r.id", isDescending: true }],
  acts: [
    {
      name: "settle",
      label: t("billing_issues.acts.settle.label"),
      done: t("billing_issues.acts.settle.done"),
      when: "r.state = 'open'",
      run: settleIssue,
      undo: "reopen",
    },
    {
      name: "reopen",
      label: t("billing_issues.acts.reopen.label"),
      done: t("billing_issues.acts.reopen.done"),
      when: "r.state = 'settled'",
      run: reopenIssue,
      undo: "settle",
    },
    {
      name: "retry",
      label: t("billing_issues.acts.retry.label"),
      done: t("billing_issues.acts.retry.done"),
      when: "r.kind = 'failed_withdrawal' AND r.state = 'open'",
      run: retryIssue,
    },
  ],
})
