-- Two small tables: nothing is read or rewritten.
CREATE TABLE `readiness_notices` (
	`id` integer PRIMARY KEY NOT NULL,
	`known` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `readiness_records` (
	`id` text PRIMARY KEY NOT NULL,
	`item` text NOT NULL,
	`reference` text NOT NULL,
	`recorded_by` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer,
	`ended_by` text,
	FOREIGN KEY (`recorded_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`ended_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "readiness_records_item" CHECK("readiness_records"."item" IN ('legal_entity', 'contact_points', 'counsel', 'dpia', 'child_safety', 'countries'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `readiness_records_current` ON `readiness_records` (`item`) WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX `readiness_records_recorded_by` ON `readiness_records` (`recorded_by`);--> statement-breakpoint
CREATE INDEX `readiness_records_ended_by` ON `readiness_records` (`ended_by`);