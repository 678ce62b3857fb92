import type { BackupCursor } from "../operations/backup/schema"

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
  /** Send a Web Push for a notification of a member's inbox. */
  | { kind: "chat_push"; userId: string; notificationId: string }
  /** Notify the members whose saved searches find a new profile. */
  | { kind: "search_alerts"; profileId: string }
  /** Write a member's digest, if one is due. */
  | { kind: "digest"; userId: string }
  /** Bring a customer's copy up to date with an event of the payment provider. */
  | { kind: "payment_event"; eventId: string }
  /** Bring a customer's copy up to date without an event. */
  | { kind: "payment_sync"; customer: string }
  /** Give the payment provider a plan's present name. */
  | { kind: "product"; planId: string }
  /** Carry out a withdrawal: end the plan and refund. */
  | { kind: "withdrawal"; withdrawalId: string }
  /** Stop the renewal of a plan: its member was banned, is a minor, or asked for their erasure. */
  | { kind: "renewal_stop"; userId: string }
  /** Process an uploaded photo or video. */
  | { kind: "media"; mediaId: string }
  /** Copy the pictures of an accepted application to the draft profile that it led to. */
  | { kind: "application_pictures"; applicationId: string; profileId: string }
  /** Write the next rows of a list that staff export. */
  | { kind: "resource_export"; exportId: string }
  /** Write the next parts of the nightly backup. */
  | { kind: "backup"; id: string; cursor: BackupCursor }
  /** Ask the identity provider to delete what it knows of a check. */
  | { kind: "identity_redaction"; ref: string }
  /** Tells a user's conversations whether the user is banned, from a place in them. */
  | { kind: "ban_share"; userId: string; place: string }
  /** Delete the files of a removed or rejected media item. */
  | { kind: "media_files"; mediaId: string }
  /** Fetch the provider's events since a time (epoch ms), after an event, and process those that never came. */
  | { kind: "reconciliation"; since: number; after: string | null; found: number }
