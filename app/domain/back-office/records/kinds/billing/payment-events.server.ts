import { retryEvent } from "../../../../billing/staff/events.server"
import { defineResource } from "../../resource"

/** Events of the payment provider: hints, of which those that failed are tried again here. */
export const paymentEvents = defineResource({
  name: "payment-events",
  one: { en: "Payment event", fr: "Événement de paiement" },
  many: { en: "Payment events", fr: "Événements de paiement" },
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
      label: { en: "State", fr: "État" },
      kind: "badge",
      value: "r.state",
      badges: {
        received: { label: { en: "Waiting", fr: "En attente" }, tone: "neutral" },
        processed: { label: { en: "Processed", fr: "Traité" }, tone: "ok" },
        ignored: { label: { en: "Not needed", fr: "Sans objet" }, tone: "outlined" },
        failed: { label: { en: "Failed", fr: "Échoué" }, tone: "bad" },
      },
    },
    { name: "attempts", label: { en: "Attempts", fr: "Essais" }, kind: "number", value: "r.attempts" },
    {
      name: "next",
      label: { en: "Next attempt", fr: "Prochain essai" },
      kind: "time",
      value: "iif(r.state = 'received', r.next_try_at, NULL)",
    },
    { name: "error", label: { en: "Last error", fr: "Dernière erreur" }, kind: "text", value: "r.last_error" },
    {
      name: "customer",
      label: { en: "Stripe customer", fr: "Client Stripe" },
      kind: "code",
      value: "r.stripe_customer",
    },
    {
      name: "event",
      label: { en: "Stripe event", fr: "Événement Stripe" },
      kind: "code",
      value: "r.id",
      isHidden: true,
    },
    { name: "created", label: { en: "Received", fr: "Reçu" }, kind: "time", value: "r.created_at" },
  ],
  filters: [
    {
      name: "state",
      label: { en: "State", fr: "État" },
      options: [
        { value: "failed", label: { en: "Failed", fr: "Échoués" }, where: "r.state = 'failed'" },
        { value: "received", label: { en: "Waiting", fr: "En attente" }, where: "r.state = 'received'" },
        { value: "processed", label: { en: "Processed", fr: "Traités" }, where: "r.state = 'processed'" },
        { value: "ignored", label: { en: "Not needed", fr: "Sans objet" }, where: "r.state = 'ignored'" },
      ],
    },
  ],
  sorts: [{ name: "created", by: "r.created_at", isDescending: true }],
  acts: [
    {
      name: "retry",
      label: { en: "Retry", fr: "Réessayer" },
      done: { en: "Tried again: {count}", fr: "Essayés de nouveau : {count}" },
      when: "r.state IN ('failed', 'received')",
      run: retryEvent,
    },
  ],
})
