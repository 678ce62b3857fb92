-- Decisions with their reasons, appeals, and the rules that they cite. New tables and columns: nothing is rewritten.
-- A decision for each sanction there is, so that it can be contested: some thousands of rows with a million profiles.
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
CREATE INDEX `appeals_queue` ON `appeals` (`state`,`created_at`,`decision_id`);--> statement-breakpoint
CREATE INDEX `appeals_decided_by` ON `appeals` (`decided_by`);--> statement-breakpoint
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
	CONSTRAINT "decisions_kind" CHECK("decisions"."kind" IN ('media_refused', 'media_removed', 'media_hidden', 'text_refused', 'profile_returned', 'profile_refused', 'profile_suspended', 'profile_hidden', 'member_warned', 'member_suspended', 'member_closed', 'notice_refused')),
	CONSTRAINT "decisions_source" CHECK("decisions"."source" IN ('notice', 'review', 'staff')),
	CONSTRAINT "decisions_state" CHECK("decisions"."state" IN ('active', 'ended', 'superseded', 'overturned'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `decisions_reference_unique` ON `decisions` (`reference`);--> statement-breakpoint
CREATE INDEX `decisions_user` ON `decisions` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `decisions_subject` ON `decisions` (`subject_id`,`state`);--> statement-breakpoint
CREATE INDEX `decisions_report` ON `decisions` (`report_id`);--> statement-breakpoint
CREATE INDEX `decisions_policy` ON `decisions` (`policy_id`);--> statement-breakpoint
CREATE INDEX `decisions_staff` ON `decisions` (`staff_id`);--> statement-breakpoint
CREATE TABLE `policies` (
	`id` text PRIMARY KEY NOT NULL,
	`slug` text NOT NULL,
	`severity` integer NOT NULL,
	`position` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `policies_slug_unique` ON `policies` (`slug`);--> statement-breakpoint
CREATE TABLE `policy_texts` (
	`policy_id` text NOT NULL,
	`locale` text NOT NULL,
	`name` text NOT NULL,
	`text` text NOT NULL,
	PRIMARY KEY(`policy_id`, `locale`),
	FOREIGN KEY (`policy_id`) REFERENCES `policies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `reports` ADD `profile_id` text;--> statement-breakpoint
ALTER TABLE `reports` ADD `hides_profile` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `reports_profile` ON `reports` (`profile_id`);--> statement-breakpoint
ALTER TABLE `media` ADD `held_until` integer;
--> statement-breakpoint
INSERT INTO decisions (id, reference, kind, user_id, subject_id, facts, source, is_automatic, template, state, ends_at, staff_id, created_at, updated_at)
SELECT id, 'D-' || substr(id, -8), CASE kind WHEN 'warn' THEN 'member_warned' WHEN 'suspend' THEN 'member_suspended' ELSE 'member_closed' END,
  user_id, id, reason, 'staff', 0, 1, iif(state = 'active', 'active', 'ended'), expires_at, staff_id, created_at, created_at
FROM sanctions WHERE state <> 'pending' AND (kind <> 'close' OR second_staff_id IS NOT NULL);
--> statement-breakpoint
UPDATE outbox_emails SET template = 'decision', data = json_object('decisionId', json_extract(data, '$.sanctionId'))
WHERE state = 'queued' AND template = 'sanction';
--> statement-breakpoint
CREATE TRIGGER media_restricted BEFORE UPDATE OF state ON media
WHEN ((NEW.state = 'rejected' AND OLD.state IN ('ready', 'approved', 'reported')) OR (NEW.state = 'reported' AND OLD.state = 'approved'))
    AND NOT EXISTS (SELECT 1 FROM decisions WHERE subject_id = NEW.id AND state = 'active' AND created_at = NEW.updated_at AND true) BEGIN
  SELECT RAISE(ABORT, 'decisions.missing');
END;
--> statement-breakpoint
CREATE TRIGGER profiles_restricted BEFORE UPDATE OF state ON profiles
WHEN NEW.state <> OLD.state AND (NEW.state IN ('changes_requested', 'suspended') OR (NEW.state = 'rejected' AND OLD.state = 'in_review'))
    AND NOT EXISTS (SELECT 1 FROM decisions WHERE subject_id = NEW.id AND state = 'active' AND created_at = NEW.updated_at AND true) BEGIN
  SELECT RAISE(ABORT, 'decisions.missing');
END;
--> statement-breakpoint
CREATE TRIGGER profile_edits_restricted BEFORE UPDATE OF state ON profile_edits
WHEN NEW.state = 'returned' AND OLD.state = 'pending' AND NOT EXISTS (SELECT 1 FROM decisions WHERE subject_id = NEW.profile_id AND state = 'active' AND created_at = NEW.updated_at AND field = NEW.field) BEGIN
  SELECT RAISE(ABORT, 'decisions.missing');
END;
--> statement-breakpoint
CREATE TRIGGER sanctions_decided BEFORE INSERT ON sanctions
WHEN NEW.state = 'active' AND NOT EXISTS (SELECT 1 FROM decisions WHERE id = NEW.id) BEGIN
  SELECT RAISE(ABORT, 'decisions.missing');
END;
--> statement-breakpoint
CREATE TRIGGER sanctions_confirmed BEFORE UPDATE OF state ON sanctions
WHEN NEW.state = 'active' AND OLD.state <> 'active' AND NOT EXISTS (SELECT 1 FROM decisions WHERE id = NEW.id) BEGIN
  SELECT RAISE(ABORT, 'decisions.missing');
END;
--> statement-breakpoint
CREATE TRIGGER reports_refused BEFORE UPDATE OF state ON reports
WHEN NEW.state = 'no_action' AND OLD.state <> 'no_action' AND NEW.email IS NOT NULL AND NEW.is_suspect = 0
    AND NOT EXISTS (SELECT 1 FROM decisions WHERE subject_id = NEW.id AND state = 'active' AND created_at = NEW.updated_at AND true) BEGIN
  SELECT RAISE(ABORT, 'decisions.missing');
END;
--> statement-breakpoint
CREATE TRIGGER decisions_unchanged BEFORE UPDATE OF reference, kind, subject_id, field, prior_state, ground, facts, source, is_automatic, template, ends_at, created_at ON decisions BEGIN
  SELECT RAISE(ABORT, 'decisions.never_edited');
END;
--> statement-breakpoint
CREATE TRIGGER media_freed AFTER UPDATE OF state ON media
WHEN NEW.state = 'approved' AND OLD.state <> 'approved' BEGIN
  UPDATE decisions SET state = 'ended', updated_at = NEW.updated_at WHERE subject_id = NEW.id AND field IS NULL AND state = 'active';
END;
--> statement-breakpoint
CREATE TRIGGER profiles_freed AFTER UPDATE OF state ON profiles
WHEN NEW.state <> OLD.state AND (NEW.state IN ('approved', 'published') OR OLD.state = 'suspended') BEGIN
  UPDATE decisions SET state = 'ended', updated_at = NEW.updated_at WHERE subject_id = NEW.id AND field IS NULL AND state = 'active';
END;
--> statement-breakpoint
CREATE TRIGGER sanctions_ended AFTER UPDATE OF state ON sanctions
WHEN NEW.state IN ('lifted', 'expired') AND OLD.state = 'active' BEGIN
  UPDATE decisions SET state = 'ended', updated_at = coalesce(NEW.ended_at, updated_at) WHERE id = NEW.id AND state = 'active';
END;
