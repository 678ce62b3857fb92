type Event = "INSERT" | "UPDATE" | "DELETE"

export interface Trigger {
  name: string
  /** By default `AFTER`. */
  time?: "BEFORE" | "AFTER"
  event: Event
  /** Fires on a change of these columns alone; by default of any. */
  columns?: readonly string[]
  table: string
  when?: string
  body: readonly string[]
}

/** What follows from a change, or prevents it, whichever function makes it. */
export const guards: Trigger[] = [
  // No profile of a banned member becomes public: the statement fails, and its batch with it.
  {
    name: "profiles_of_banned",
    time: "BEFORE",
    event: "UPDATE",
    columns: ["state"],
    table: "profiles",
    when: "NEW.state = 'published' AND EXISTS (SELECT 1 FROM users WHERE id = NEW.owner_id AND banned_at IS NOT NULL)",
    body: ["SELECT RAISE(ABORT, 'profiles.owner_banned')"],
  },
  // Nor one with a problem: statements that publish check the view first.
  {
    name: "profiles_unpublishable",
    time: "BEFORE",
    event: "UPDATE",
    columns: ["state"],
    table: "profiles",
    when: "NEW.state = 'published' AND OLD.state <> 'published' AND EXISTS (SELECT 1 FROM publication_problems WHERE profile_id = NEW.id)",
    body: ["SELECT RAISE(ABORT, 'profiles.not_publishable')"],
  },
  // Its texts will never be public. The profile's edits of it are named in app/domain/workshop/photo-field.ts.
  {
    name: "media_edits_end",
    event: "UPDATE",
    columns: ["state", "removed_at"],
    table: "media",
    when: "NEW.state IN ('rejected', 'quarantined', 'deleted') OR NEW.removed_at IS NOT NULL",
    body: ["DELETE FROM profile_edits WHERE profile_id = NEW.profile_id AND field = 'photo_alt:' || NEW.id"],
  },
  {
    name: "identity_acts_unchanged",
    time: "BEFORE",
    event: "UPDATE",
    columns: ["check_id", "kind", "reason", "created_at"],
    table: "identity_acts",
    body: ["SELECT RAISE(ABORT, 'identity_acts.append_only')"],
  },
  {
    name: "push_subscriptions_session_end",
    event: "DELETE",
    table: "sessions",
    body: [
      `DELETE FROM push_subscriptions WHERE family_id = OLD.family_id
    AND NOT EXISTS (SELECT 1 FROM sessions WHERE family_id = OLD.family_id)`,
    ],
  },
]
