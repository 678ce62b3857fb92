import { maskAddresses, redactText } from "../../../mail/redaction"
import { dropMail, retryMail } from "../../../mail/staff.server"
import { t } from "../labels.server"
import { caseOf, defineResource } from "../resource"
import type { Value } from "../schema"
import { templateNames } from "../template-names.server"

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
  one: t("mail.one"),
  many: t("mail.many"),
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
    { name: "recipient", label: t("mail.columns.recipient"), kind: "text", value: "r.recipient", show: masked },
    {
      name: "state",
      label: t("mail.columns.state.label"),
      kind: "badge",
      value: "r.state",
      badges: {
        queued: { label: t("mail.columns.state.badges.queued"), tone: "neutral" },
        sent: { label: t("mail.columns.state.badges.sent"), tone: "ok" },
        dropped: { label: t("mail.columns.state.badges.dropped"), tone: "outlined" },
        dead: { label: t("mail.columns.state.badges.dead"), tone: "bad" },
      },
    },
    { name: "attempts", label: t("mail.columns.attempts"), kind: "number", value: "r.attempts" },
    {
      name: "next",
      label: t("mail.columns.next"),
      kind: "time",
      value: "iif(r.state = 'queued', r.next_attempt_at, NULL)",
    },
    {
      name: "error",
      label: t("mail.columns.error"),
      kind: "text",
      value: "r.last_error",
      show: masked,
    },
    { name: "created", label: t("mail.columns.created"), kind: "time", value: "r.created_at" },
    { name: "language", label: t("mail.columns.language"), kind: "code", value: "r.locale", isHidden: true },
    {
      name: "subject",
      label: t("mail.columns.subject"),
      kind: "text",
      value: partOf("subject"),
      show: redacted,
      isOnRecordOnly: true,
    },
    {
      name: "text",
      label: t("mail.columns.text"),
      kind: "multiline",
      value: partOf("text"),
      show: redacted,
      isOnRecordOnly: true,
    },
  ],
  filters: [
    {
      name: "state",
      label: t("mail.filters.state.label"),
      options: [
        { value: "dead", label: t("mail.filters.state.options.dead"), where: "r.state = 'dead'" },
        {
          value: "late",
          label: t("mail.filters.state.options.late"),
          where: "r.state = 'queued' AND (r.attempts > 0 OR r.next_attempt_at < unixepoch() * 1000 - 600000)",
        },
        { value: "queued", label: t("mail.filters.state.options.queued"), where: "r.state = 'queued'" },
        { value: "dropped", label: t("mail.filters.state.options.dropped"), where: "r.state = 'dropped'" },
        { value: "sent", label: t("mail.filters.state.options.sent"), where: "r.state = 'sent'" },
      ],
    },
  ],
  sorts: [{ name: "created", by: "r.id", isDescending: true }],
  acts: [
    {
      name: "retry",
      label: t("mail.acts.retry.label"),
      done: t("mail.acts.retry.done"),
      when: isUndelivered,
      run: retryMail,
    },
    {
      name: "drop",
      label: t("mail.acts.drop.label"),
      done: t("mail.acts.drop.done"),
      isDanger: true,
      when: isUndelivered,
      run: dropMail,
    },
  ],
})
