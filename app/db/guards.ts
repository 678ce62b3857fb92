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

/** SQL condition: the subject (an expression) has a decision of this moment. */
const hasDecision = (subject: string, at: string, more = "true") =>
  `EXISTS (SELECT 1 FROM decisions WHERE subject_id = ${subject} AND state = 'active' AND created_at = ${at} AND ${more})`

/** SQL id of the case that the contested decision of an appeal (`NEW`) belongs to, or null. */
const caseOfAppeal =
  "(SELECT r.case_id FROM decisions AS d JOIN reports AS r ON r.id = d.report_id WHERE d.id = NEW.decision_id)"

/** Ends the decisions about a subject as a whole. */
const endDecisions = (subject: string) =>
  `UPDATE decisions SET state = 'ended', updated_at = NEW.updated_at WHERE subject_id = ${subject} AND field IS NULL AND state = 'active'`

/** Triggers that follow from a change, or prevent it, whichever function makes it. */
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
  // Its texts will never be public. The profile's edits of it are named in app/domain/profiles/editing/photo-field.ts.
  {
    name: "media_edits_end",
    event: "UPDATE",
    columns: ["state", "removed_at"],
    table: "media",
    when: "NEW.state IN ('rejected', 'quarantined', 'deleted') OR NEW.removed_at IS NOT NULL",
    body: ["DELETE FROM profile_edits WHERE profile_id = NEW.profile_id AND field = 'photo_alt:' || NEW.id"],
  },
  // Whoever ends it: what staff or a report ended, and what shows others, is recognised when it is uploaded again
  // (trust-safety R10). A statement that ends it may clear its hashes.
  {
    name: "media_ended",
    event: "UPDATE",
    columns: ["state", "removed_at"],
    table: "media",
    when: `(NEW.state IN ('rejected', 'quarantined', 'deleted') OR NEW.removed_at IS NOT NULL)
    AND coalesce(NEW.sha256, OLD.sha256, NEW.pdq, OLD.pdq) IS NOT NULL AND NOT (NEW.state = 'rejected' AND NEW.reason IS 'unprocessable')`,
    body: [
      `INSERT INTO ended_media (media_id, profile_id, ending, sha256, pdq, pdq_quality, has_others, ended_at)
    SELECT NEW.id, NEW.profile_id,
      CASE WHEN NEW.state = 'quarantined' THEN 'quarantined'
        WHEN NEW.state = 'rejected' THEN iif(OLD.state IN ('approved', 'reported'), 'taken_down', 'rejected')
        WHEN OLD.state = 'reported' THEN 'reported' ELSE 'removed' END,
      coalesce(NEW.sha256, OLD.sha256), coalesce(NEW.pdq, OLD.pdq), coalesce(NEW.pdq_quality, OLD.pdq_quality), NEW.has_others, NEW.updated_at
    WHERE NEW.state IN ('rejected', 'quarantined') OR OLD.state = 'reported' OR NEW.has_others = 1
      OR EXISTS (SELECT 1 FROM media_consents WHERE media_id = NEW.id)
    ON CONFLICT (media_id) DO NOTHING`,
    ],
  },
  // Nobody's consent outlives the check by which they proved who they are (trust-safety R7).
  {
    name: "identity_checks_consents_end",
    event: "UPDATE",
    columns: ["status"],
    table: "identity_checks",
    when: "NEW.person_id IS NOT NULL AND NEW.status <> OLD.status AND NEW.status IN ('refused_age', 'refused', 'revoked')",
    body: [
      `UPDATE media_consents SET state = 'withdrawn', may_download = 0, withdrawn_at = NEW.updated_at, updated_at = NEW.updated_at
    WHERE person_id = NEW.person_id AND (state = 'granted' OR (state = 'requested' AND NEW.status <> 'revoked'))`,
    ],
  },
  {
    name: "identity_acts_unchanged",
    time: "BEFORE",
    event: "UPDATE",
    columns: ["check_id", "kind", "reason", "created_at"],
    table: "identity_acts",
    body: ["SELECT RAISE(ABORT, 'identity_acts.append_only')"],
  },
  // Staff may suspend a member; their profile is not public until the cron or staff end it.
  {
    name: "profiles_of_suspended",
    time: "BEFORE",
    event: "UPDATE",
    columns: ["state"],
    table: "profiles",
    when: "NEW.state = 'published' AND EXISTS (SELECT 1 FROM sanctions WHERE user_id = NEW.owner_id AND kind = 'suspend' AND state = 'active')",
    body: ["SELECT RAISE(ABORT, 'profiles.owner_suspended')"],
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
  // No restriction without a decision that states its reasons (trust-safety R15), recorded before it in its batch.
  {
    name: "media_restricted",
    time: "BEFORE",
    event: "UPDATE",
    columns: ["state"],
    table: "media",
    when: `((NEW.state = 'rejected' AND OLD.state IN ('ready', 'approved', 'reported')) OR (NEW.state = 'reported' AND OLD.state = 'approved'))
    AND NOT ${hasDecision("NEW.id", "NEW.updated_at")}`,
    body: ["SELECT RAISE(ABORT, 'decisions.missing')"],
  },
  {
    name: "profiles_restricted",
    time: "BEFORE",
    event: "UPDATE",
    columns: ["state"],
    table: "profiles",
    when: `NEW.state <> OLD.state AND (NEW.state IN ('changes_requested', 'suspended') OR (NEW.state = 'rejected' AND OLD.state = 'in_review'))
    AND NOT ${hasDecision("NEW.id", "NEW.updated_at")}`,
    body: ["SELECT RAISE(ABORT, 'decisions.missing')"],
  },
  {
    name: "profile_edits_restricted",
    time: "BEFORE",
    event: "UPDATE",
    columns: ["state"],
    table: "profile_edits",
    when: `NEW.state = 'returned' AND OLD.state = 'pending' AND NOT ${hasDecision("NEW.profile_id", "NEW.updated_at", "field = NEW.field")}`,
    body: ["SELECT RAISE(ABORT, 'decisions.missing')"],
  },
  {
    name: "texts_restricted",
    time: "BEFORE",
    event: "INSERT",
    table: "hidden_texts",
    when: `NOT ${hasDecision("NEW.case_id", "NEW.hidden_at", "field = 'public.' || NEW.name")}`,
    body: ["SELECT RAISE(ABORT, 'decisions.missing')"],
  },
  {
    name: "sanctions_decided",
    time: "BEFORE",
    event: "INSERT",
    table: "sanctions",
    when: "NEW.state = 'active' AND NOT EXISTS (SELECT 1 FROM decisions WHERE id = NEW.id)",
    body: ["SELECT RAISE(ABORT, 'decisions.missing')"],
  },
  {
    name: "sanctions_confirmed",
    time: "BEFORE",
    event: "UPDATE",
    columns: ["state"],
    table: "sanctions",
    when: "NEW.state = 'active' AND OLD.state <> 'active' AND NOT EXISTS (SELECT 1 FROM decisions WHERE id = NEW.id)",
    body: ["SELECT RAISE(ABORT, 'decisions.missing')"],
  },
  {
    name: "identity_checks_restricted",
    time: "BEFORE",
    event: "UPDATE",
    columns: ["status"],
    table: "identity_checks",
    when: `NEW.user_id IS NOT NULL AND NEW.status IN ('refused_age', 'refused') AND OLD.status NOT IN ('refused_age', 'refused')
    AND NOT ${hasDecision("NEW.id", "NEW.updated_at")}`,
    body: ["SELECT RAISE(ABORT, 'decisions.missing')"],
  },
  // A notice that can be answered is not refused without one either.
  {
    name: "reports_refused",
    time: "BEFORE",
    event: "UPDATE",
    columns: ["state"],
    table: "reports",
    when: `NEW.state = 'no_action' AND OLD.state <> 'no_action' AND NEW.email IS NOT NULL AND NEW.is_suspect = 0
    AND NOT ${hasDecision("NEW.id", "NEW.updated_at")}`,
    body: ["SELECT RAISE(ABORT, 'decisions.missing')"],
  },
  // Reports without a case would be in no queue: that of a Worker from before there were cases has one of its own.
  {
    name: "reports_of_case",
    event: "INSERT",
    table: "reports",
    when: "NEW.case_id IS NULL",
    body: [
      `INSERT INTO cases (id, reference, subject_kind, subject_id, category, priority, state, due_at, is_suspect, created_at, updated_at)
    VALUES (NEW.id, 'C-' || substr(NEW.reference, 3), 'address', NEW.id, NEW.category, NEW.priority, 'received',
      NEW.created_at + CASE NEW.priority WHEN 'P0' THEN 3600000 WHEN 'P1' THEN 172800000 ELSE 604800000 END,
      NEW.is_suspect, NEW.created_at, NEW.updated_at)`,
      "UPDATE reports SET case_id = NEW.id WHERE id = NEW.id",
    ],
  },
  // A question pauses nothing any more once its case is too urgent to wait; it can be answered still.
  {
    name: "case_questions_late",
    event: "UPDATE",
    columns: ["paused_until"],
    table: "cases",
    when: "NEW.paused_until IS NULL AND OLD.paused_until IS NOT NULL",
    body: [
      "UPDATE case_questions SET expires_at = NEW.updated_at WHERE case_id = NEW.id AND state = 'open' AND expires_at > NEW.updated_at",
    ],
  },
  // A case follows the appeals against its decisions, whoever sends and decides them.
  {
    name: "cases_appealed",
    event: "INSERT",
    table: "appeals",
    body: [
      `UPDATE cases SET state = 'appealed', updated_at = NEW.created_at WHERE id = ${caseOfAppeal} AND state IN ('actioned', 'no_action', 'closed')`,
    ],
  },
  {
    name: "cases_answered",
    event: "UPDATE",
    columns: ["state"],
    table: "appeals",
    when: "NEW.state <> 'open'",
    body: [
      `UPDATE cases SET state = 'closed', updated_at = NEW.updated_at WHERE id = ${caseOfAppeal} AND state = 'appealed'
    AND NOT EXISTS (SELECT 1 FROM reports AS r JOIN decisions AS d ON d.report_id = r.id JOIN appeals AS a ON a.decision_id = d.id
      WHERE r.case_id = cases.id AND a.state = 'open')`,
    ],
  },
  // A decision is superseded, never edited; erasures take its people away, and with them its subject.
  {
    name: "decisions_unchanged",
    time: "BEFORE",
    event: "UPDATE",
    columns: [
      "reference",
      "kind",
      "field",
      "prior_state",
      "ground",
      "facts",
      "source",
      "is_automatic",
      "template",
      "ends_at",
      "created_at",
    ],
    table: "decisions",
    body: ["SELECT RAISE(ABORT, 'decisions.never_edited')"],
  },
  {
    name: "decisions_of_subject",
    time: "BEFORE",
    event: "UPDATE",
    columns: ["subject_id"],
    table: "decisions",
    when: "NEW.subject_id <> NEW.id",
    body: ["SELECT RAISE(ABORT, 'decisions.never_edited')"],
  },
  // A decision ends with its restriction, whoever lifts that.
  {
    name: "media_freed",
    event: "UPDATE",
    columns: ["state"],
    table: "media",
    when: "NEW.state = 'approved' AND OLD.state <> 'approved'",
    body: [endDecisions("NEW.id")],
  },
  {
    name: "texts_freed",
    event: "DELETE",
    table: "hidden_texts",
    body: [
      `UPDATE decisions SET state = 'ended' WHERE subject_id = OLD.case_id AND field = 'public.' || OLD.name AND state = 'active'`,
    ],
  },
  {
    name: "profiles_freed",
    event: "UPDATE",
    columns: ["state"],
    table: "profiles",
    when: "NEW.state <> OLD.state AND (NEW.state IN ('approved', 'published') OR OLD.state = 'suspended')",
    body: [endDecisions("NEW.id")],
  },
  {
    name: "identity_checks_freed",
    event: "UPDATE",
    columns: ["status"],
    table: "identity_checks",
    when: "OLD.status IN ('refused_age', 'refused') AND NEW.status NOT IN ('refused_age', 'refused', 'redacted')",
    body: [endDecisions("NEW.id")],
  },
  {
    name: "consents_freed",
    event: "UPDATE",
    columns: ["state"],
    table: "media_consents",
    when: `NEW.state = 'granted' AND OLD.state <> 'granted' AND NOT EXISTS (SELECT 1 FROM media_consents AS c JOIN media AS m ON m.id = c.media_id
    WHERE c.person_id = NEW.person_id AND c.state = 'withdrawn' AND m.removed_at IS NULL AND m.state NOT IN ('rejected', 'quarantined', 'deleted'))`,
    body: [endDecisions("NEW.person_id")],
  },
  {
    name: "sanctions_ended",
    event: "UPDATE",
    columns: ["state"],
    table: "sanctions",
    when: "NEW.state IN ('lifted', 'expired') AND OLD.state = 'active'",
    body: [
      "UPDATE decisions SET state = 'ended', updated_at = coalesce(NEW.ended_at, updated_at) WHERE id = NEW.id AND state = 'active'",
    ],
  },
  // Figures are frozen when they are drafted; once they are published, they only end (trust-safety R37).
  {
    name: "transparency_figures_frozen",
    time: "BEFORE",
    event: "UPDATE",
    table: "transparency_figures",
    when: `NEW.id <> OLD.id OR NEW.period <> OLD.period OR NEW.figures <> OLD.figures OR NEW.reason IS NOT OLD.reason
    OR (OLD.state <> 'draft' AND (NEW.hidden IS NOT OLD.hidden OR NEW.recipients IS NOT OLD.recipients
      OR NEW.published_at IS NOT OLD.published_at OR OLD.state <> 'published' OR NEW.state <> 'superseded'))`,
    body: ["SELECT RAISE(ABORT, 'transparency.frozen')"],
  },
]
