import type { Store } from "./store.ts"

export type TaskKind =
  | "end-period"
  | "expire-pending-update"
  | "expire-incomplete"
  | "expire-session"
  | "retry-invoice"
  | "announce-renewal"
  | "announce-trial-end"

export interface Task {
  seq: number
  due: number
  kind: TaskKind
  /** The object that the task is about. */
  id: string
}

/** Schedules work for a time. A task whose object has changed since must find out itself that it is out of date. */
export function schedule(store: Store, due: number, kind: TaskKind, id: string): void {
  store.prepare("INSERT INTO tasks (due, kind, id) VALUES (?, ?, ?)").run(due, kind, id)
}

/** Removes and returns the first task due at `until` or before, of one object or of all. */
export function takeTask(store: Store, until: number, id?: string): Task | null {
  const sql = `SELECT seq, due, kind, id FROM tasks WHERE due <= ? ${id ? "AND id = ?" : ""} ORDER BY due, seq LIMIT 1`
  const task = store.prepare(sql).get(...(id ? [until, id] : [until])) as unknown as Task | undefined
  if (!task) return null
  store.prepare("DELETE FROM tasks WHERE seq = ?").run(task.seq)
  return task
}

/** Returns when the next task is due, in Unix seconds. */
export function nextTaskDue(store: Store): number | null {
  const row = store.prepare("SELECT min(due) AS due FROM tasks").get() as { due: number | null }
  return row.due
}
