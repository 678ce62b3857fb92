CREATE TABLE `away_notes` (
	`user_id` text PRIMARY KEY NOT NULL,
	`note` text NOT NULL,
	`last_day` text NOT NULL,
	`ends_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `away_notes_ends` ON `away_notes` (`ends_at`);--> statement-breakpoint
CREATE TABLE `message_templates` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL,
	`position` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `message_templates_user` ON `message_templates` (`user_id`,`position`);--> statement-breakpoint
CREATE TABLE `profile_days` (
	`profile_id` text NOT NULL,
	`day` text NOT NULL,
	`views` integer NOT NULL,
	PRIMARY KEY(`profile_id`, `day`),
	FOREIGN KEY (`profile_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `profile_days_day` ON `profile_days` (`day`);--> statement-breakpoint
CREATE TABLE `profile_reply_speeds` (
	`profile_id` text PRIMARY KEY NOT NULL,
	`speed` text NOT NULL,
	`replies` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`profile_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "profile_reply_speeds_speed" CHECK("profile_reply_speeds"."speed" IN ('hour', 'hours', 'day', 'days'))
);
--> statement-breakpoint
CREATE INDEX `profile_reply_speeds_updated` ON `profile_reply_speeds` (`updated_at`);--> statement-breakpoint
DROP INDEX `favorites_profile`;--> statement-breakpoint
CREATE INDEX `favorites_profile_newest` ON `favorites` (`profile_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `conversations` ADD `replied_at` integer;--> statement-breakpoint
-- Their first replies were not recorded: they must not count as late ones.
UPDATE conversations SET replied_at = 0 WHERE last_seq > 1;--> statement-breakpoint
CREATE INDEX `conversations_replied` ON `conversations` (`replied_at`) WHERE replied_at > 0;