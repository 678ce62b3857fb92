import { confirmRequest, dropRequest } from "../../../../billing/staff/requests.server"
import { caseOf, defineResource } from "../../resource"

const kindNames = {
  refund: { en: "Refund", fr: "Remboursement" },
  grant: { en: "Gift of Premium", fr: "Premium offert" },
}

/** Refunds and gifts beyond the limit of the settings, which a second member of staff confirms. */
export const billingRequests = defineResource({
  name: "billing-requests",
  one: { en: "Payment request", fr: "Demande de paiement" },
  many: { en: "Payment requests", fr: "Demandes de paiement" },
  read: "billing.read",
  write: "billing.refund",
  group: "office",
  table: "billing_requests",
  member: "r.user_id",
  joins: "LEFT JOIN users AS u ON u.id = r.user_id",
  title: caseOf("r.kind", kindNames),
  search: "r.id = ? OR r.subject = ? OR r.user_id = ?",
  columns: [
    { name: "member", label: { en: "Member", fr: "Membre" }, kind: "text", value: "u.name" },
    {
      name: "state",
      label: { en: "State", fr: "État" },
      kind: "badge",
      value: "r.state",
      badges: {
        pending: { label: { en: "To be confirmed", fr: "À confirmer" }, tone: "warn" },
        confirmed: { label: { en: "Carried out", fr: "Exécutée" }, tone: "ok" },
        refused: { label: { en: "Refused", fr: "Refusée" }, tone: "bad" },
        withdrawn: { label: { en: "Withdrawn", fr: "Retirée" }, tone: "neutral" },
        expired: { label: { en: "Expired", fr: "Expirée" }, tone: "outlined" },
      },
    },
    {
      name: "amount",
      label: { en: "Amount", fr: "Montant" },
      kind: "money",
      value: "iif(r.kind = 'refund', r.amount, NULL)",
    },
    {
      name: "days",
      label: { en: "Days", fr: "Jours" },
      kind: "number",
      value: "iif(r.kind = 'grant', r.amount, NULL)",
    },
    {
      name: "invoice",
      label: { en: "Invoice", fr: "Facture" },
      kind: "text",
      value: "(SELECT number FROM invoices WHERE id = r.subject)",
    },
    { name: "reason", label: { en: "Reason", fr: "Motif" }, kind: "multiline", value: "r.reason" },
    {
      name: "by",
      label: { en: "Asked by", fr: "Demandée par" },
      kind: "text",
      value: "(SELECT name FROM users WHERE id = r.staff_id)",
    },
    {
      name: "second",
      label: { en: "Decided by", fr: "Décidée par" },
      kind: "text",
      value: "(SELECT name FROM users WHERE id = r.second_staff_id)",
    },
    { name: "account", label: { en: "Account", fr: "Compte" }, kind: "code", value: "r.user_id", isHidden: true },
    {
      name: "until",
      label: { en: "Until", fr: "Jusqu’au" },
      kind: "time",
      value: "iif(r.state = 'pending', r.expires_at, NULL)",
    },
    { name: "created", label: { en: "Since", fr: "Depuis" }, kind: "time", value: "r.created_at" },
  ],
  filters: [
    {
      name: "state",
      label: { en: "State", fr: "État" },
      options: [
        { value: "pending", label: { en: "To be confirmed", fr: "À confirmer" }, where: "r.state = 'pending'" },
        { value: "confirmed", label: { en: "Carried out", fr: "Exécutées" }, where: "r.state = 'confirmed'" },
        { value: "refused", label: { en: "Refused", fr: "Refusées" }, where: "r.state = 'refused'" },
        { value: "withdrawn", label: { en: "Withdrawn", fr: "Retirées" }, where: "r.state = 'withdrawn'" },
        { value: "expired", label: { en: "Expired", fr: "Expirées" }, where: "r.state = 'expired'" },
      ],
    },
  ],
  sorts: [{ name: "created", by: "r.id", isDescending: true }],
  acts: [
    {
      name: "confirm",
      label: { en: "Confirm and carry out", fr: "Confirmer et exécuter" },
      done: { en: "Carried out: {count}", fr: "Exécutées : {count}" },
      when: "r.state = 'pending'",
      run: confirmRequest,
    },
    {
      name: "drop",
      label: { en: "Drop", fr: "Abandonner" },
      done: { en: "Dropped: {count}", fr: "Abandonnées : {count}" },
      when: "r.state = 'pending'",
      run: dropRequest,
    },
  ],
})
