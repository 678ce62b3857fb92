CREATE TABLE `help_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`answer_sealed` text NOT NULL,
	`state` text NOT NULL,
	`note_sealed` text,
	`closed_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`closed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "help_requests_state" CHECK("help_requests"."state" IN ('open', 'done', 'noted'))
);
--> statement-breakpoint
CREATE INDEX `help_requests_queue` ON `help_requests` (`state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `help_requests_user` ON `help_requests` (`user_id`);--> statement-breakpoint
CREATE INDEX `help_requests_closed_by` ON `help_requests` (`closed_by`);