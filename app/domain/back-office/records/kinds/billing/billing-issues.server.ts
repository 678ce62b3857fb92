import { reopenIssue, retryIssue, settleIssue } from "../../../../billing/staff/issues.server"
import { caseOf, defineResource } from "../../resource"

const kindNames = {
  dispute: { en: "Disputed payment", fr: "Paiement contesté" },
  failed_refund: { en: "Refund sent back by the bank", fr: "Remboursement renvoyé par la banque" },
  failed_withdrawal: { en: "Withdrawal that cannot be carried out", fr: "Rétractation qui n’aboutit pas" },
  unknown_price: { en: "Subscription to a price of no plan", fr: "Abonnement à un tarif sans formule" },
  two_subscriptions: { en: "Two subscriptions at once", fr: "Deux abonnements à la fois" },
  unknown_customer: { en: "Subscription of nobody here", fr: "Abonnement d’un client inconnu ici" },
}

/** Problems that finance must look at: disputes, refunds and withdrawals that failed, and changes made at the provider. */
export const billingIssues = defineResource({
  name: "billing-issues",
  one: { en: "Payment issue", fr: "Incident de paiement" },
  many: { en: "Payment issues", fr: "Incidents de paiement" },
  read: "billing.read",
  write: "billing.refund",
  group: "office",
  table: "billing_issues",
  member: "r.user_id",
  joins: "LEFT JOIN users AS u ON u.id = r.user_id",
  title: caseOf("r.kind", kindNames),
  search: "r.id = ? OR r.subject = ? OR r.user_id = ? OR r.stripe_invoice = ?",
  columns: [
    { name: "member", label: { en: "Member", fr: "Membre" }, kind: "text", value: "u.name" },
    {
      name: "state",
      label: { en: "State", fr: "État" },
      kind: "badge",
      value: "r.state",
      badges: {
        open: { label: { en: "Open", fr: "À traiter" }, tone: "warn" },
        settled: { label: { en: "Settled", fr: "Réglé" }, tone: "ok" },
      },
    },
    {
      name: "status",
      label: { en: "At the provider", fr: "Chez le prestataire" },
      kind: "text",
      value: caseOf("r.status", {
        open: { en: "Money held by the bank", fr: "Argent retenu par la banque" },
        inquiry: { en: "The bank asks", fr: "La banque se renseigne" },
        lost: { en: "Lost: the plan it paid has ended", fr: "Perdu : la formule payée a pris fin" },
        over: { en: "The money is ours", fr: "L’argent est à nous" },
        failed: { en: "Failed", fr: "Échoué" },
        live: { en: "Running", fr: "En cours" },
      }),
    },
    { name: "amount", label: { en: "Amount", fr: "Montant" }, kind: "money", value: "r.amount" },
    {
      name: "invoice",
      label: { en: "Invoice", fr: "Facture" },
      kind: "text",
      value: "(SELECT number FROM invoices WHERE stripe_invoice = r.stripe_invoice)",
    },
    { name: "subject", label: { en: "Reference", fr: "Référence" }, kind: "code", value: "r.subject" },
    { name: "account", label: { en: "Account", fr: "Compte" }, kind: "code", value: "r.user_id", isHidden: true },
    { name: "created", label: { en: "Since", fr: "Depuis" }, kind: "time", value: "r.created_at" },
  ],
  filters: [
    {
      name: "state",
      label: { en: "State", fr: "État" },
      options: [
        { value: "open", label: { en: "Open", fr: "À traiter" }, where: "r.state = 'open'" },
        { value: "settled", label: { en: "Settled", fr: "Réglés" }, where: "r.state = 'settled'" },
      ],
    },
    {
      name: "kind",
      label: { en: "Kind", fr: "Type" },
      options: Object.entries(kindNames).map(([value, label]) => ({ value, label, where: `r.kind = '${value}'` })),
    },
  ],
  sorts: [{ name: "created", by: "r.id", isDescending: true }],
  acts: [
    {
      name: "settle",
      label: { en: "Settle", fr: "Régler" },
      done: { en: "Settled: {count}", fr: "Réglés : {count}" },
      when: "r.state = 'open'",
      run: settleIssue,
      undo: "reopen",
    },
    {
      name: "reopen",
      label: { en: "Open again", fr: "Rouvrir" },
      done: { en: "Opened again: {count}", fr: "Rouverts : {count}" },
      when: "r.state = 'settled'",
      run: reopenIssue,
      undo: "settle",
    },
    {
      name: "retry",
      label: { en: "Retry the withdrawal", fr: "Reprendre la rétractation" },
      done: { en: "Withdrawals tried again: {count}", fr: "Rétractations reprises : {count}" },
      when: "r.kind = 'failed_withdrawal' AND r.state = 'open'",
      run: retryIssue,
    },
  ],
})
