-- Reservations of trials, and refunds and gifts that take two people. The columns are null and the table and the partial index are
-- empty: no row is rewritten. No cost.
CREATE TABLE `billing_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`key` text NOT NULL,
	`amount` integer NOT NULL,
	`reason` text NOT NULL,
	`state` text NOT NULL,
	`staff_id` text,
	`second_staff_id` text,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`staff_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`second_staff_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "billing_requests_kind" CHECK("billing_requests"."kind" IN ('refund', 'grant')),
	CONSTRAINT "billing_requests_state" CHECK("billing_requests"."state" IN ('pending', 'confirmed', 'refused', 'withdrawn', 'expired'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `billing_requests_key` ON `billing_requests` (`kind`,`subject`,`key`);--> statement-breakpoint
CREATE UNIQUE INDEX `billing_requests_pending` ON `billing_requests` (`kind`,`subject`) WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX `billing_requests_state` ON `billing_requests` (`state`,`id`);--> statement-breakpoint
CREATE INDEX `billing_requests_user` ON `billing_requests` (`user_id`);--> statement-breakpoint
CREATE INDEX `billing_requests_staff` ON `billing_requests` (`staff_id`);--> statement-breakpoint
CREATE INDEX `billing_requests_second` ON `billing_requests` (`second_staff_id`);--> statement-breakpoint
ALTER TABLE `trial_uses` ADD `holder` text;--> statement-breakpoint
ALTER TABLE `trial_uses` ADD `reserved_until` integer;--> statement-breakpoint
CREATE INDEX `trial_uses_reserved` ON `trial_uses` (`holder`) WHERE reserved_until IS NOT NULL;