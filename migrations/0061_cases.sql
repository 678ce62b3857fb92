-- Cases of reports: each report has one, those that are open about one picture or profile share it. Rewrites each report once: some
-- tens of thousands.
CREATE TABLE `case_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`case_id` text NOT NULL,
	`staff_id` text,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`case_id`) REFERENCES `cases`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`staff_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `case_notes_case` ON `case_notes` (`case_id`,`id`);--> statement-breakpoint
CREATE INDEX `case_notes_staff` ON `case_notes` (`staff_id`);--> statement-breakpoint
CREATE TABLE `cases` (
	`id` text PRIMARY KEY NOT NULL,
	`reference` text NOT NULL,
	`subject_kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`user_id` text,
	`profile_id` text,
	`category` text NOT NULL,
	`priority` text NOT NULL,
	`state` text NOT NULL,
	`due_at` integer NOT NULL,
	`alerted_at` integer,
	`is_suspect` integer NOT NULL,
	`claimed_by` text,
	`claimed_until` integer,
	`closed_by` text,
	`closing_reason` text,
	`is_unfounded` integer DEFAULT false NOT NULL,
	`is_ending` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`claimed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`closed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "cases_subject_kind" CHECK("cases"."subject_kind" IN ('member', 'profile', 'media', 'address')),
	CONSTRAINT "cases_category" CHECK("cases"."category" IN ('minor', 'danger', 'intimate', 'depicted', 'illegal', 'impersonation', 'terms')),
	CONSTRAINT "cases_priority" CHECK("cases"."priority" IN ('P0', 'P1', 'P2', 'P3')),
	CONSTRAINT "cases_state" CHECK("cases"."state" IN ('received', 'triaged', 'actioned', 'no_action', 'appealed', 'closed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cases_reference_unique` ON `cases` (`reference`);--> statement-breakpoint
CREATE INDEX `cases_queue` ON `cases` (`state`,`priority`,`created_at`);--> statement-breakpoint
CREATE INDEX `cases_ended` ON `cases` (`state`,`updated_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `cases_open` ON `cases` (`subject_kind`,`subject_id`) WHERE state IN ('received', 'triaged');--> statement-breakpoint
CREATE INDEX `cases_ending` ON `cases` (`id`) WHERE is_ending = 1;--> statement-breakpoint
CREATE INDEX `cases_subject` ON `cases` (`subject_id`);--> statement-breakpoint
CREATE INDEX `cases_user` ON `cases` (`user_id`);--> statement-breakpoint
CREATE INDEX `cases_profile` ON `cases` (`profile_id`);--> statement-breakpoint
CREATE INDEX `cases_claimed_by` ON `cases` (`claimed_by`);--> statement-breakpoint
CREATE INDEX `cases_closed_by` ON `cases` (`closed_by`);--> statement-breakpoint
DROP TRIGGER reports_due;--> statement-breakpoint
ALTER TABLE `reports` ADD `case_id` text REFERENCES cases(id) ON DELETE cascade;--> statement-breakpoint
INSERT INTO cases (id, reference, subject_kind, subject_id, user_id, profile_id, category, priority, state, due_at, alerted_at,
    is_suspect, closed_by, closing_reason, is_unfounded, created_at, updated_at)
  SELECT r.id, 'C-' || substr(r.reference, 3), iif(r.media_id IS NOT NULL, 'media', iif(r.profile_id IS NOT NULL, 'profile', 'address')),
    coalesce(r.media_id, r.profile_id, r.id),
    coalesce((SELECT p.owner_id FROM media AS m JOIN profiles AS p ON p.id = m.profile_id WHERE m.id = r.media_id),
      (SELECT owner_id FROM profiles WHERE id = r.profile_id),
      (SELECT c.author_id FROM report_messages AS c JOIN users AS u ON u.id = c.author_id
        WHERE c.report_id = r.id AND c.is_chosen = 1 AND u.email IS NOT r.email LIMIT 1)),
    coalesce((SELECT profile_id FROM media WHERE id = r.media_id), r.profile_id),
    coalesce((SELECT o.category FROM reports AS o WHERE r.state = 'received' AND o.state = 'received'
        AND coalesce(o.media_id, o.profile_id) = coalesce(r.media_id, r.profile_id) ORDER BY o.priority LIMIT 1), r.category),
    iif(r.state = 'received', min(r.priority), r.priority), r.state, min(r.due_at), r.alerted_at, min(r.is_suspect),
    r.closed_by, r.closing_reason, r.is_unfounded, min(r.created_at), max(r.updated_at)
  FROM reports AS r
  GROUP BY iif(r.state = 'received' AND coalesce(r.media_id, r.profile_id) IS NOT NULL, coalesce(r.media_id, r.profile_id), r.id);
--> statement-breakpoint
UPDATE reports SET case_id = coalesce(
  (SELECT c.id FROM cases AS c WHERE c.id = reports.id),
  (SELECT c.id FROM cases AS c WHERE c.subject_id = coalesce(reports.media_id, reports.profile_id) AND c.state = 'received'));
--> statement-breakpoint
UPDATE personal_reads SET action = 'case.read' WHERE action = 'report.read';
--> statement-breakpoint
CREATE INDEX `reports_case` ON `reports` (`case_id`,`state`);--> statement-breakpoint
DROP TRIGGER audit_log_read_of_reporter;
--> statement-breakpoint
CREATE TRIGGER reports_of_case AFTER INSERT ON reports
WHEN NEW.case_id IS NULL BEGIN
  INSERT INTO cases (id, reference, subject_kind, subject_id, category, priority, state, due_at, is_suspect, created_at, updated_at)
    VALUES (NEW.id, 'C-' || substr(NEW.reference, 3), 'address', NEW.id, NEW.category, NEW.priority, 'received',
      NEW.created_at + CASE NEW.priority WHEN 'P0' THEN 3600000 WHEN 'P1' THEN 172800000 ELSE 604800000 END,
      NEW.is_suspect, NEW.created_at, NEW.updated_at);
  UPDATE reports SET case_id = NEW.id WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER cases_appealed AFTER INSERT ON appeals BEGIN
  UPDATE cases SET state = 'appealed', updated_at = NEW.created_at WHERE id = (SELECT r.case_id FROM decisions AS d JOIN reports AS r ON r.id = d.report_id WHERE d.id = NEW.decision_id) AND state IN ('actioned', 'no_action', 'closed');
END;
--> statement-breakpoint
CREATE TRIGGER cases_answered AFTER UPDATE OF state ON appeals
WHEN NEW.state <> 'open' BEGIN
  UPDATE cases SET state = 'closed', updated_at = NEW.updated_at WHERE id = (SELECT r.case_id FROM decisions AS d JOIN reports AS r ON r.id = d.report_id WHERE d.id = NEW.decision_id) AND state = 'appealed'
    AND NOT EXISTS (SELECT 1 FROM reports AS r JOIN decisions AS d ON d.report_id = r.id JOIN appeals AS a ON a.decision_id = d.id
      WHERE r.case_id = cases.id AND a.state = 'open');
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_read_of_reporters AFTER INSERT ON audit_log
WHEN NEW.action IN ('case.read') BEGIN
  INSERT INTO personal_reads (user_id, seq, read_at, action, role, report_id)
    SELECT s.user_id, NEW.seq, NEW.at, NEW.action, NEW.details ->> 'role', s.report_id FROM (SELECT DISTINCT u.id AS user_id, NULL AS report_id FROM (SELECT r.email FROM cases AS c
      JOIN reports AS r ON r.case_id = c.id WHERE c.reference = NEW.target_id ORDER BY r.id DESC LIMIT 50) AS o
      JOIN users AS u ON u.email = o.email) AS s
    WHERE s.user_id IS NOT NULL AND NOT (NEW.details ->> 'role' IS 'trust_lead'
      AND EXISTS (SELECT 1 FROM help_requests WHERE user_id = s.user_id AND state <> 'noted'));
END;
