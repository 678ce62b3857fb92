import type { Trigger } from "../guards.ts"

/** SQL time (epoch ms) some days ago. */
const daysAgo = (days: number) => `(unixepoch() - ${days * 24 * 60 * 60}) * 1000`
const sixYearsAgo = daysAgo(6 * 366)

/** Triggers that hold the audit log and its chain of seals together, whichever statement changes them. */
export const auditGuards: Trigger[] = [
  {
    name: "audit_log_unchanged",
    time: "BEFORE",
    event: "UPDATE",
    table: "audit_log",
    body: ["SELECT RAISE(ABORT, 'audit_log.append_only')"],
  },
  // The log is append-only (trust-safety R25), and no row is missing after its first one: the oldest may go once it is six years old, or
  // once it is in a tile.
  {
    name: "audit_log_undeleted",
    time: "BEFORE",
    event: "DELETE",
    table: "audit_log",
    when: `EXISTS (SELECT 1 FROM audit_log WHERE seq < OLD.seq) OR (OLD.at > ${sixYearsAgo}
    AND coalesce((SELECT last_seq FROM audit_tiles WHERE first_seq <= OLD.seq ORDER BY first_seq DESC LIMIT 1), 0) < OLD.seq)`,
    body: ["SELECT RAISE(ABORT, 'audit_log.append_only')"],
  },
  {
    name: "audit_seals_unchanged",
    time: "BEFORE",
    event: "UPDATE",
    table: "audit_seals",
    body: ["SELECT RAISE(ABORT, 'audit_seals.append_only')"],
  },
  {
    name: "audit_seals_undeleted",
    time: "BEFORE",
    event: "DELETE",
    table: "audit_seals",
    when: "OLD.seq >= (SELECT coalesce(min(seq), 0) FROM audit_log)",
    body: ["SELECT RAISE(ABORT, 'audit_seals.append_only')"],
  },
  // A seal continues the one before it: two sealers cannot fork the chain.
  {
    name: "audit_seals_continue",
    time: "BEFORE",
    event: "INSERT",
    table: "audit_seals",
    when: "NEW.prev_hash IS NOT coalesce((SELECT hash FROM audit_seals WHERE seq = NEW.seq - 1), iif(EXISTS (SELECT 1 FROM audit_seals), NULL, ''))",
    body: ["SELECT RAISE(ABORT, 'audit_seals.chain_only')"],
  },
  // A tile takes over the oldest rows, sealed and older than 90 days, with the chain's own hashes; the last row remains.
  {
    name: "audit_tiles_continue",
    time: "BEFORE",
    event: "INSERT",
    table: "audit_tiles",
    when: `NOT EXISTS (SELECT 1 FROM audit_tiles WHERE first_seq = NEW.first_seq AND last_seq = NEW.last_seq AND first_at = NEW.first_at
      AND last_at = NEW.last_at AND prev_hash = NEW.prev_hash AND last_hash = NEW.last_hash AND sha256 = NEW.sha256) AND (
      EXISTS (SELECT 1 FROM audit_tiles WHERE first_seq = NEW.first_seq)
      OR NEW.first_seq IS NOT (SELECT min(seq) FROM audit_log)
      OR NEW.last_seq >= (SELECT max(seq) FROM audit_log)
      OR NEW.last_seq - NEW.first_seq + 1 IS NOT (SELECT count(*) FROM audit_log WHERE seq BETWEEN NEW.first_seq AND NEW.last_seq)
      OR EXISTS (SELECT 1 FROM audit_log WHERE seq BETWEEN NEW.first_seq AND NEW.last_seq AND at > ${daysAgo(90)})
      OR NEW.prev_hash IS NOT (SELECT prev_hash FROM audit_seals WHERE seq = NEW.first_seq)
      OR NEW.last_hash IS NOT (SELECT hash FROM audit_seals WHERE seq = NEW.last_seq))`,
    body: ["SELECT RAISE(ABORT, 'audit_tiles.tiles_continue')"],
  },
  {
    name: "audit_tiles_unchanged",
    time: "BEFORE",
    event: "UPDATE",
    table: "audit_tiles",
    body: ["SELECT RAISE(ABORT, 'audit_tiles.append_only')"],
  },
  {
    name: "audit_tiles_undeleted",
    time: "BEFORE",
    event: "DELETE",
    table: "audit_tiles",
    when: `OLD.last_at > ${sixYearsAgo} OR EXISTS (SELECT 1 FROM audit_tiles WHERE first_seq < OLD.first_seq)`,
    body: ["SELECT RAISE(ABORT, 'audit_tiles.append_only')"],
  },
]
