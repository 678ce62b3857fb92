import type { QueueName } from "./queues"

/** Somebody else who has a record open. */
export interface Colleague {
  name: string
  /** Whether they have typed something that is not saved. */
  isEditing: boolean
}

/** Events in the channels of the back office. They are never logged: a page loads what it missed. */
export type BackOfficeEvent =
  /** Queues whose length may have changed. */
  | { type: "queues"; queues: QueueName[] }
  /** Everybody else who has the record open now. */
  | { type: "record.people"; people: Colleague[] }
  /** A colleague saved or decided the record, at this time (epoch ms). */
  | { type: "record.saved"; name: string; at: number }
