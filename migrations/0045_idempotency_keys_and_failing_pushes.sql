-- Requests that were carried out, for a day, and the failures of each browser's pushes: a table that is empty, and two columns with
-- constant defaults. No cost.
CREATE TABLE `idempotency_keys` (
	`key` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`fingerprint` text NOT NULL,
	`result` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_user` ON `idempotency_keys` (`user_id`) WHERE user_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `idempotency_keys_created` ON `idempotency_keys` (`created_at`);--> statement-breakpoint
ALTER TABLE `push_subscriptions` ADD `failed_at` integer;--> statement-breakpoint
ALTER TABLE `push_subscriptions` ADD `failures` integer DEFAULT 0 NOT NULL;