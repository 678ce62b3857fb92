import { retryEvent } from "../../../../billing/staff/events.server"
import { t } from "../../labels.server"
import { defineResource } from "../../resource"

/** Events of the payment provider: hints, of which those that failed are tried again here. */
export const paymentEvents = defineResource({
  name: "payment-events",
  one: t("payment_events.one"),
  many: t("payment_events.many"),
  read: "billing.read",
  write: "billing.refund",
  group: "office",
  table: "payment_events",
  member: "(SELECT user_id FROM billing_customers WHERE stripe_customer = r.stripe_customer)",
  title: "r.type",
  search: { exact: ["r.id = ?"] },
  columns: [
    {
      name: "state",
      label: t("payment_events.columns.state.label"),
      kind: "badge",
      value: "r.state",
      badges: {
        received: { label: t("payment_events.columns.state.badges.received"), tone: "neutral" },
        processed: { label: t("payment_events.columns.state.badges.processed"), tone: "ok" },
        ignored: { label: t("payment_events.columns.state.badges.ignored"), tone: "outlined" },
        failed: { label: t("payment_events.columns.state.badges.failed"), tone: "bad" },
      },
    },
    { name: "attempts", label: t("payment_events.columns.attempts"), kind: "number", value: "r.attempts" },
    {
      name: "next",
      label: t("payment_events.columns.next"),
      kind: "time",
      value: "iif(r.state = 'received', r.next_try_at, NULL)",
    },
    { name: "error", label: t("payment_events.columns.error"), kind: "text", value: "r.last_error" },
    {
      name: "customer",
      label: t("payment_events.columns.customer"),
      kind: "code",
      value: "r.stripe_customer",
    },
    {
      name: "event",
      label: t("payment_events.columns.event"),
      kind: "code",
      value: "r.id",
      isHidden: true,
    },
    { name: "created", label: t("payment_events.columns.created"), kind: "time", value: "r.created_at" },
  ],
  filters: [
    {
      name: "state",
      label: t("payment_events.filters.state.label"),
      options: [
        { value: "failed", label: t("payment_events.filters.state.options.failed"), where: "r.state = 'failed'" },
        { value: "received", label: t("payment_events.filters.state.options.received"), where: "r.state = 'received'" },
        {
          value: "processed",
          label: t("payment_events.filters.state.options.processed"),
          where: "r.state = 'processed'",
        },
        { value: "ignored", label: t("payment_events.filters.state.options.ignored"), where: "r.state = 'ignored'" },
      ],
    },
  ],
  sorts: [{ name: "created", by: "r.created_at", isDescending: true }],
  acts: [
    {
      name: "retry",
      label: t("payment_events.acts.retry.label"),
      done: t("payment_events.acts.retry.done"),
      when: "r.state IN ('failed', 'received')",
      run: retryEvent,
    },
  ],
})
