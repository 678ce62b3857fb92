-- Two columns and an index: nothing is rewritten.
ALTER TABLE `reports` ADD `reporter_id` text REFERENCES users(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `reports` ADD `is_unfounded` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `reports_reporter` ON `reports` (`reporter_id`,`is_unfounded`);