import { discardDeadLetter, retryDeadLetter } from "../../../operations/background/dead-letters.server"
import { defineResource } from "../resource"

/** Messages that the queues gave up. Only a message's kind is shown: the ids in it name people. */
export const deadLetters = defineResource({
  name: "dead-letters",
  one: { en: "Failed job", fr: "Tâche en échec" },
  many: { en: "Failed jobs", fr: "Tâches en échec" },
  read: "jobs.read",
  write: "jobs.write",
  group: "office",
  table: "dead_letters",
  version: "r.created_at",
  title: "r.kind",
  search: { exact: ["r.id = ?"] },
  columns: [
    {
      name: "queue",
      label: { en: "Queue", fr: "File" },
      kind: "badge",
      value: "r.queue",
      badges: {
        mail: { label: { en: "Emails", fr: "E-mails" }, tone: "neutral" },
        jobs: { label: { en: "Jobs", fr: "Tâches" }, tone: "neutral" },
        payments: { label: { en: "Payments", fr: "Paiements" }, tone: "bad" },
      },
    },
    { name: "kind", label: { en: "Kind", fr: "Nature" }, kind: "code", value: "r.kind" },
    { name: "created", label: { en: "Given up", fr: "Abandonnée" }, kind: "time", value: "r.created_at" },
  ],
  filters: [
    {
      name: "queue",
      label: { en: "Queue", fr: "File" },
      options: [
        { value: "payments", label: { en: "Payments", fr: "Paiements" }, where: "r.queue = 'payments'" },
        { value: "jobs", label: { en: "Jobs", fr: "Tâches" }, where: "r.queue = 'jobs'" },
        { value: "mail", label: { en: "Emails", fr: "E-mails" }, where: "r.queue = 'mail'" },
      ],
    },
  ],
  sorts: [{ name: "created", by: "r.created_at", isDescending: true }],
  acts: [
    {
      name: "retry",
      label: { en: "Retry", fr: "Réessayer" },
      done: { en: "Started again: {count}", fr: "Relancées : {count}" },
      when: "1",
      run: retryDeadLetter,
    },
    {
      name: "discard",
      label: { en: "Discard", fr: "Abandonner" },
      done: { en: "Discarded: {count}", fr: "Abandonnées : {count}" },
      isDanger: true,
      when: "1",
      run: discardDeadLetter,
    },
  ],
})
