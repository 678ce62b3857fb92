CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`reference` text NOT NULL,
	`category` text NOT NULL,
	`priority` text NOT NULL,
	`state` text NOT NULL,
	`about` text NOT NULL,
	`details` text NOT NULL,
	`email` text,
	`locale` text NOT NULL,
	`is_suspect` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reports_reference_unique` ON `reports` (`reference`);--> statement-breakpoint
CREATE INDEX `reports_queue` ON `reports` (`state`,`priority`,`created_at`);--> statement-breakpoint
CREATE INDEX `reports_email` ON `reports` (`email`);