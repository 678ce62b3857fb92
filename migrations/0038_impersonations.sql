-- A new table, empty: nothing to copy, with a million profiles or none.
CREATE TABLE `impersonations` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`staff_id` text,
	`family_id` text NOT NULL,
	`reason` text NOT NULL,
	`started_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`member_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`staff_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `impersonations_member` ON `impersonations` (`member_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `impersonations_staff` ON `impersonations` (`staff_id`);--> statement-breakpoint
CREATE INDEX `impersonations_start` ON `impersonations` (`started_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `impersonations_open` ON `impersonations` (`staff_id`) WHERE ended_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `impersonations_open_family` ON `impersonations` (`family_id`) WHERE ended_at IS NULL;