-- Questions to the people of a case, and until when they pause its deadline: an empty table and a column, which cost nothing.
CREATE TABLE `case_questions` (
	`id` text PRIMARY KEY NOT NULL,
	`reference` text NOT NULL,
	`case_id` text NOT NULL,
	`report_id` text,
	`user_id` text,
	`asked_by` text,
	`body` text NOT NULL,
	`asked_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`answer` text,
	`answered_at` integer,
	`state` text NOT NULL,
	FOREIGN KEY (`case_id`) REFERENCES `cases`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`asked_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "case_questions_state" CHECK("case_questions"."state" IN ('open', 'answered', 'withdrawn', 'ended'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `case_questions_reference_unique` ON `case_questions` (`reference`);--> statement-breakpoint
CREATE INDEX `case_questions_case` ON `case_questions` (`case_id`,`state`);--> statement-breakpoint
CREATE INDEX `case_questions_report` ON `case_questions` (`report_id`);--> statement-breakpoint
CREATE INDEX `case_questions_user` ON `case_questions` (`user_id`);--> statement-breakpoint
CREATE INDEX `case_questions_asked_by` ON `case_questions` (`asked_by`);--> statement-breakpoint
ALTER TABLE `cases` ADD `paused_until` integer;