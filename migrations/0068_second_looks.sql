-- Small tables, and a column and an index of decisions: with a million profiles some 300,000 decisions, read once in a second. Reviewers with 20 decisions on profiles before need no second look: counted on the index of their staff.
CREATE TABLE `review_escalations` (
	`profile_id` text PRIMARY KEY NOT NULL,
	`staff_id` text,
	`note` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`profile_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`staff_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `review_escalations_staff` ON `review_escalations` (`staff_id`);--> statement-breakpoint
CREATE TABLE `review_proposals` (
	`id` text PRIMARY KEY NOT NULL,
	`profile_id` text NOT NULL,
	`field` text NOT NULL,
	`media_id` text,
	`version` text NOT NULL,
	`decision` text NOT NULL,
	`reason` text,
	`comment` text,
	`proposed_by` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`profile_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`media_id`) REFERENCES `media`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`proposed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "review_proposals_decision" CHECK("review_proposals"."decision" IN ('approve', 'return', 'request_changes', 'reject'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `review_proposals_item` ON `review_proposals` (`profile_id`,`field`);--> statement-breakpoint
CREATE INDEX `review_proposals_media` ON `review_proposals` (`media_id`);--> statement-breakpoint
CREATE INDEX `review_proposals_by` ON `review_proposals` (`proposed_by`);--> statement-breakpoint
CREATE TABLE `second_looks` (
	`user_id` text PRIMARY KEY NOT NULL,
	`confirmed` integer NOT NULL,
	`changed` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `factor_resets` (
	`user_id` text PRIMARY KEY NOT NULL,
	`proposed_by` text NOT NULL,
	`reason` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`proposed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `factor_resets_by` ON `factor_resets` (`proposed_by`);--> statement-breakpoint
ALTER TABLE `decisions` ADD `proposed_by` text REFERENCES users(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `decisions_proposed_by` ON `decisions` (`proposed_by`);--> statement-breakpoint
INSERT INTO `second_looks` (`user_id`, `confirmed`, `changed`)
SELECT `staff_id`, count(*), 0 FROM `profile_decisions` WHERE `staff_id` IS NOT NULL GROUP BY `staff_id`;
