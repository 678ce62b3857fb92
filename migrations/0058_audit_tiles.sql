-- The audit log leaves the database after 90 days (docs/decisions/2026-11-27-the-audit-log-moves-to-tiles.md). Costs nothing: the table is empty.
CREATE TABLE `audit_tiles` (
	`first_seq` integer PRIMARY KEY NOT NULL,
	`last_seq` integer NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`prev_hash` text NOT NULL,
	`last_hash` text NOT NULL,
	`sha256` text NOT NULL
);

--> statement-breakpoint
DROP TRIGGER audit_log_undeleted;
--> statement-breakpoint
CREATE TRIGGER audit_log_undeleted BEFORE DELETE ON audit_log
WHEN EXISTS (SELECT 1 FROM audit_log WHERE seq < OLD.seq) OR (OLD.at > (unixepoch() - 189734400) * 1000
    AND coalesce((SELECT last_seq FROM audit_tiles WHERE first_seq <= OLD.seq ORDER BY first_seq DESC LIMIT 1), 0) < OLD.seq) BEGIN
  SELECT RAISE(ABORT, 'audit_log.append_only');
END;
--> statement-breakpoint
CREATE TRIGGER audit_tiles_continue BEFORE INSERT ON audit_tiles
WHEN NOT EXISTS (SELECT 1 FROM audit_tiles WHERE first_seq = NEW.first_seq AND last_seq = NEW.last_seq AND first_at = NEW.first_at
      AND last_at = NEW.last_at AND prev_hash = NEW.prev_hash AND last_hash = NEW.last_hash AND sha256 = NEW.sha256) AND (
      EXISTS (SELECT 1 FROM audit_tiles WHERE first_seq = NEW.first_seq)
      OR NEW.first_seq IS NOT (SELECT min(seq) FROM audit_log)
      OR NEW.last_seq >= (SELECT max(seq) FROM audit_log)
      OR NEW.last_seq - NEW.first_seq + 1 IS NOT (SELECT count(*) FROM audit_log WHERE seq BETWEEN NEW.first_seq AND NEW.last_seq)
      OR EXISTS (SELECT 1 FROM audit_log WHERE seq BETWEEN NEW.first_seq AND NEW.last_seq AND at > (unixepoch() - 7776000) * 1000)
      OR NEW.prev_hash IS NOT (SELECT prev_hash FROM audit_seals WHERE seq = NEW.first_seq)
      OR NEW.last_hash IS NOT (SELECT hash FROM audit_seals WHERE seq = NEW.last_seq)) BEGIN
  SELECT RAISE(ABORT, 'audit_tiles.tiles_continue');
END;
--> statement-breakpoint
CREATE TRIGGER audit_tiles_unchanged BEFORE UPDATE ON audit_tiles BEGIN
  SELECT RAISE(ABORT, 'audit_tiles.append_only');
END;
--> statement-breakpoint
CREATE TRIGGER audit_tiles_undeleted BEFORE DELETE ON audit_tiles
WHEN OLD.last_at > (unixepoch() - 189734400) * 1000 OR EXISTS (SELECT 1 FROM audit_tiles WHERE first_seq < OLD.first_seq) BEGIN
  SELECT RAISE(ABORT, 'audit_tiles.append_only');
END;
