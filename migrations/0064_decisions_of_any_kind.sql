-- Decisions lose the CHECK on their kind, so that a new kind needs no table built again: this is done once, for decisions and for the appeals that
-- refer to them, both copied before either is dropped, so that no row goes with its parent. Some tens of thousands of rows with a million
-- profiles: a second or two. The Worker before this one reads and writes both tables as before; what it writes between two statements fails,
-- as a whole batch, and is tried again by whoever pressed.
CREATE TABLE decisions_copy AS SELECT id, reference, kind, user_id, report_id, subject_id, field, prior_state, policy_id, ground, facts, source, is_automatic, template, state, ends_at, staff_id, created_at, updated_at FROM decisions;
--> statement-breakpoint
CREATE TABLE appeals_copy AS SELECT decision_id, body, state, answer, locale, decided_by, created_at, updated_at FROM appeals;
--> statement-breakpoint
DROP TABLE appeals;
--> statement-breakpoint
DROP TABLE decisions;
--> statement-breakpoint
CREATE TABLE `decisions` (
	`id` text PRIMARY KEY NOT NULL,
	`reference` text NOT NULL,
	`kind` text NOT NULL,
	`user_id` text,
	`report_id` text,
	`subject_id` text NOT NULL,
	`field` text,
	`prior_state` text,
	`policy_id` text,
	`ground` text DEFAULT '{}' NOT NULL,
	`facts` text,
	`source` text NOT NULL,
	`is_automatic` integer NOT NULL,
	`template` integer NOT NULL,
	`state` text NOT NULL,
	`ends_at` integer,
	`staff_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`policy_id`) REFERENCES `policies`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`staff_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "decisions_source" CHECK("decisions"."source" IN ('notice', 'review', 'staff')),
	CONSTRAINT "decisions_state" CHECK("decisions"."state" IN ('active', 'ended', 'superseded', 'overturned'))
);
--> statement-breakpoint
INSERT INTO decisions (id, reference, kind, user_id, report_id, subject_id, field, prior_state, policy_id, ground, facts, source, is_automatic, template, state, ends_at, staff_id, created_at, updated_at) SELECT id, reference, kind, user_id, report_id, subject_id, field, prior_state, policy_id, ground, facts, source, is_automatic, template, state, ends_at, staff_id, created_at, updated_at FROM decisions_copy ORDER BY id;
--> statement-breakpoint
DROP TABLE decisions_copy;
--> statement-breakpoint
CREATE TABLE `appeals` (
	`decision_id` text PRIMARY KEY NOT NULL,
	`body` text NOT NULL,
	`state` text NOT NULL,
	`answer` text,
	`locale` text NOT NULL,
	`decided_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`decision_id`) REFERENCES `decisions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "appeals_state" CHECK("appeals"."state" IN ('open', 'upheld', 'overturned'))
);
--> statement-breakpoint
INSERT INTO appeals (decision_id, body, state, answer, locale, decided_by, created_at, updated_at) SELECT decision_id, body, state, answer, locale, decided_by, created_at, updated_at FROM appeals_copy ORDER BY decision_id;
--> statement-breakpoint
DROP TABLE appeals_copy;
--> statement-breakpoint
CREATE UNIQUE INDEX `decisions_reference_unique` ON `decisions` (`reference`);
--> statement-breakpoint
CREATE INDEX `decisions_user` ON `decisions` (`user_id`,`id`);
--> statement-breakpoint
CREATE INDEX `decisions_subject` ON `decisions` (`subject_id`,`state`);
--> statement-breakpoint
CREATE INDEX `decisions_report` ON `decisions` (`report_id`);
--> statement-breakpoint
CREATE INDEX `decisions_policy` ON `decisions` (`policy_id`);
--> statement-breakpoint
CREATE INDEX `decisions_staff` ON `decisions` (`staff_id`);
--> statement-breakpoint
CREATE INDEX `decisions_created` ON `decisions` (`created_at`);
--> statement-breakpoint
CREATE INDEX `appeals_queue` ON `appeals` (`state`,`created_at`,`decision_id`);
--> statement-breakpoint
CREATE INDEX `appeals_decided_by` ON `appeals` (`decided_by`);
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
CREATE TRIGGER decisions_unchanged BEFORE UPDATE OF reference, kind, subject_id, field, prior_state, ground, facts, source, is_automatic, template, ends_at, created_at ON decisions BEGIN
  SELECT RAISE(ABORT, 'decisions.never_edited');
END;
