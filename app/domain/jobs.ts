/** Background jobs. Each may be delivered twice. */
export type Job =
  /** Write the file of a data export. */
  | { kind: "export"; requestId: string }
  /** Erase an account whose 30 days are over. */
  | { kind: "erasure"; requestId: string }
  /** Publish a notification to the member's open pages. */
  | { kind: "notify"; notificationId: string }
  /** Send a Web Push for a notification. */
  | { kind: "push"; notificationId: string }
