import { maskAddresses, redactText } from "../../../mail/redaction"
import { dropMail, retryMail } from "../../../mail/staff.server"
import { templateNames } from "../../../mail/template-names"
import { caseOf, defineResource } from "../resource"
import type { Value } from "../schema"

const shownText = (show: (text: string) => string) => (value: Value) =>
  typeof value === "string" ? show(value) : value
const masked = shownText(maskAddresses)
const redacted = shownText(redactText)

/** A part of the message, which is stored once it was composed. */
const partOf = (part: "subject" | "text") => `iif(json_valid(r.rendered), r.rendered ->> '${part}', NULL)`

/** Given up, or waiting while no delivery is running on it. */
const isUndelivered = "r.state = 'dead' OR (r.state = 'queued' AND r.updated_at < unixepoch() * 1000 - 120000)"

/** Outgoing mail: who gets it stays masked, and nothing in it opens anything. */
export const mail = defineResource({
  name: "mail",
  one: { en: "Email", fr: "E-mail" },
  many: { en: "Emails", fr: "E-mails" },
  read: "mails.read",
  write: "mails.write",
  group: "office",
  table: "outbox_emails",
  member: "(SELECT id FROM users WHERE email = r.recipient)",
  title: caseOf("r.template", templateNames),
  search: {
    exact: ["r.id = ?", "r.recipient = lower(?)", "r.recipient = (SELECT email FROM users WHERE id = ?)"],
  },
  columns: [
    { name: "recipient", label: { en: "To", fr: "À" }, kind: "text", value: "r.recipient", show: masked },
    {
      name: "state",
      label: { en: "State", fr: "État" },
      kind: "badge",
      value: "r.state",
      badges: {
        queued: { label: { en: "Waiting", fr: "En attente" }, tone: "neutral" },
        sent: { label: { en: "Sent", fr: "Envoyé" }, tone: "ok" },
        dropped: { label: { en: "Not needed", fr: "Sans objet" }, tone: "outlined" },
        dead: { label: { en: "Failed", fr: "Échoué" }, tone: "bad" },
      },
    },
    { name: "attempts", label: { en: "Attempts", fr: "Essais" }, kind: "number", value: "r.attempts" },
    {
      name: "next",
      label: { en: "Next attempt", fr: "Prochain essai" },
      kind: "time",
      value: "iif(r.state = 'queued', r.next_attempt_at, NULL)",
    },
    {
      name: "error",
      label: { en: "Last error", fr: "Dernière erreur" },
      kind: "text",
      value: "r.last_error",
      show: masked,
    },
    { name: "created", label: { en: "Written", fr: "Écrit" }, kind: "time", value: "r.created_at" },
    { name: "language", label: { en: "Language", fr: "Langue" }, kind: "code", value: "r.locale", isHidden: true },
    {
      name: "subject",
      label: { en: "Subject", fr: "Objet" },
      kind: "text",
      value: partOf("subject"),
      show: redacted,
      isOnRecordOnly: true,
    },
    {
      name: "text",
      label: { en: "Text, without its links and codes", fr: "Texte, sans ses liens ni ses codes" },
      kind: "multiline",
      value: partOf("text"),
      show: redacted,
      isOnRecordOnly: true,
    },
  ],
  filters: [
    {
      name: "state",
      label: { en: "State", fr: "État" },
      options: [
        { value: "dead", label: { en: "Failed", fr: "Échoués" }, where: "r.state = 'dead'" },
        {
          value: "late",
          label: { en: "Delayed", fr: "En retard" },
          where: "r.state = 'queued' AND (r.attempts > 0 OR r.next_attempt_at < unixepoch() * 1000 - 600000)",
        },
        { value: "queued", label: { en: "Waiting", fr: "En attente" }, where: "r.state = 'queued'" },
        { value: "dropped", label: { en: "Not needed", fr: "Sans objet" }, where: "r.state = 'dropped'" },
        { value: "sent", label: { en: "Sent", fr: "Envoyés" }, where: "r.state = 'sent'" },
      ],
    },
  ],
  sorts: [{ name: "created", by: "r.id", isDescending: true }],
  acts: [
    {
      name: "retry",
      label: { en: "Retry", fr: "Réessayer" },
      done: { en: "On their way again: {count}", fr: "Repartis : {count}" },
      when: isUndelivered,
      run: retryMail,
    },
    {
      name: "drop",
      label: { en: "Cancel", fr: "Annuler" },
      done: { en: "Cancelled: {count}", fr: "Annulés : {count}" },
      isDanger: true,
      when: isUndelivered,
      run: dropMail,
    },
  ],
})
