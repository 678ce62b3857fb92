import { expireSession } from "../checkout/sessions.ts"
import type { Simulator } from "../simulator.ts"
import { type TaskKind, takeTask } from "../store/tasks.ts"
import { expirePendingUpdate } from "./pending-updates.ts"
import { announceRenewal, announceTrialEnd, endPeriod, expireIncomplete, retryInvoice } from "./renewal.ts"

/** Carries out everything due at `until` or before, each at its own time; of one object if `id` is given. */
export function runDueTasks(sim: Simulator, until: number, id?: string): number {
  const { request } = sim
  sim.request = { id: null, idempotencyKey: null }
  let count = 0
  for (let task = takeTask(sim.store, until, id); task; task = takeTask(sim.store, until, id)) {
    const due = task
    sim.clock.at(due.due, () => performers[due.kind](sim, due.id, due.due))
    count++
  }
  sim.request = request
  return count
}

type Perform = (sim: Simulator, id: string, due: number) => unknown

const performers: Record<TaskKind, Perform> = {
  "announce-renewal": announceRenewal,
  "announce-trial-end": announceTrialEnd,
  "end-period": endPeriod,
  "expire-incomplete": expireIncomplete,
  "expire-pending-update": expirePendingUpdate,
  "expire-session": expireSession,
  "retry-invoice": retryInvoice,
}
