ALTER TABLE `reports` ADD `media_id` text;--> statement-breakpoint
ALTER TABLE `reports` ADD `hides_media` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `reports` ADD `closed_by` text REFERENCES users(id) ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE `reports` ADD `closing_reason` text;--> statement-breakpoint
CREATE INDEX `reports_media` ON `reports` (`media_id`);--> statement-breakpoint
CREATE INDEX `reports_closed_by` ON `reports` (`closed_by`);
