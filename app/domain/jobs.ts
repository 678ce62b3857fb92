/** Work that takes longer than a request, done in the background by whoever is handed the message. Each may come twice. */
export type Job =
  /** Write the file of someone who takes their data along. */
  | { kind: "export"; requestId: string }
  /** Forget someone whose 30 days are over. */
  | { kind: "erasure"; requestId: string }
  /** Tell a member's open pages of a notification. */
  | { kind: "notify"; notificationId: string }
  /** Knock at a member's browsers because of one. */
  | { kind: "push"; notificationId: string }
