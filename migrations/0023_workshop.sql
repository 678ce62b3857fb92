CREATE TABLE `profile_decisions` (
	`id` text PRIMARY KEY NOT NULL,
	`profile_id` text NOT NULL,
	`field` text NOT NULL,
	`decision` text NOT NULL,
	`before` text,
	`after` text,
	`reason` text,
	`comment` text,
	`staff_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`profile_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`staff_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "profile_decisions_decision" CHECK("profile_decisions"."decision" IN ('approved', 'returned', 'changes_requested', 'rejected', 'suspended', 'reinstated'))
);
--> statement-breakpoint
CREATE INDEX `profile_decisions_profile` ON `profile_decisions` (`profile_id`,`id`);--> statement-breakpoint
CREATE INDEX `profile_decisions_staff` ON `profile_decisions` (`staff_id`);--> statement-breakpoint
CREATE TABLE `profile_edits` (
	`profile_id` text NOT NULL,
	`field` text NOT NULL,
	`value` text NOT NULL,
	`state` text NOT NULL,
	`version` text NOT NULL,
	`reason` text,
	`comment` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`profile_id`, `field`),
	FOREIGN KEY (`profile_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "profile_edits_state" CHECK("profile_edits"."state" IN ('draft', 'pending', 'returned'))
);
--> statement-breakpoint
CREATE TABLE `profile_reviews` (
	`profile_id` text PRIMARY KEY NOT NULL,
	`submitted_at` integer,
	`claimed_by` text,
	`claimed_until` integer,
	`reason` text,
	`comment` text,
	FOREIGN KEY (`profile_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`claimed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `profile_reviews_queue` ON `profile_reviews` (`submitted_at`,`profile_id`);--> statement-breakpoint
CREATE INDEX `profile_reviews_claim` ON `profile_reviews` (`claimed_by`);--> statement-breakpoint
ALTER TABLE `profiles` ADD `rhythm` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE VIEW publication_problems AS
SELECT p.id AS profile_id, one.value AS problem FROM profiles AS p, json_each(json_array(
  iif(p.verified_at IS NULL, 'identity', NULL),
  iif(p.hourly_rate <= 0, 'rate', NULL),
  iif(NOT EXISTS (SELECT 1 FROM profile_languages WHERE profile_id = p.id), 'languages', NULL),
  iif(NOT EXISTS (SELECT 1 FROM profile_services WHERE profile_id = p.id), 'services', NULL),
  iif(NOT EXISTS (SELECT 1 FROM profile_texts WHERE profile_id = p.id AND locale = 'en' AND headline <> '' AND about <> ''), 'texts_en', NULL),
  iif(NOT EXISTS (SELECT 1 FROM profile_texts WHERE profile_id = p.id AND locale = 'fr' AND headline <> '' AND about <> ''), 'texts_fr', NULL),
  iif(NOT EXISTS (SELECT 1 FROM media WHERE profile_id = p.id AND kind = 'photo' AND visibility = 'public' AND state = 'approved'), 'photo', NULL)
)) AS one WHERE one.value IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER profiles_unpublishable BEFORE UPDATE OF state ON profiles
WHEN NEW.state = 'published' AND OLD.state <> 'published' AND EXISTS (SELECT 1 FROM publication_problems WHERE profile_id = NEW.id) BEGIN
  SELECT RAISE(ABORT, 'profiles.not_publishable');
END;
