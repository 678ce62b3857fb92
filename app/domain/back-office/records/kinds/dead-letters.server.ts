import { discardDeadLetter, retryDeadLetter } from "../../../operations/background/dead-letters.server"
import { t } from "../labels.server"
import { defineResource } from "../resource"

/** Messages that the queues gave up. Only a message's kind is shown: the ids in it name people. */
export const deadLetters = defineResource({
  name: "dead-letters",
  one: t("dead_letters.one"),
  many: t("dead_letters.many"),
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
      label: t("dead_letters.columns.queue.label"),
      kind: "badge",
      value: "r.queue",
      badges: {
        mail: { label: t("dead_letters.columns.queue.badges.mail"), tone: "neutral" },
        jobs: { label: t("dead_letters.columns.queue.badges.jobs"), tone: "neutral" },
        payments: { label: t("dead_letters.columns.queue.badges.payments"), tone: "bad" },
      },
    },
    { name: "kind", label: t("dead_letters.columns.kind"), kind: "code", value: "r.kind" },
    { name: "created", label: t("dead_letters.columns.created"), kind: "time", value: "r.created_at" },
  ],
  filters: [
    {
      name: "queue",
      label: t("dead_letters.filters.queue.label"),
      options: [
        { value: "payments", label: t("dead_letters.filters.queue.options.payments"), where: "r.queue = 'payments'" },
        { value: "jobs", label: t("dead_letters.filters.queue.options.jobs"), where: "r.queue = 'jobs'" },
        { value: "mail", label: t("dead_letters.filters.queue.options.mail"), where: "r.queue = 'mail'" },
      ],
    },
  ],
  sorts: [{ name: "created", by: "r.created_at", isDescending: true }],
  acts: [
    {
      name: "retry",
      label: t("dead_letters.acts.retry.label"),
      done: t("dead_letters.acts.retry.done"),
      when: "1",
      run: retryDeadLetter,
    },
    {
      name: "discard",
      label: t("dead_letters.acts.discard.label"),
      done: t("dead_letters.acts.discard.done"),
      isDanger: true,
      when: "1",
      run: discardDeadLetter,
    },
  ],
})
