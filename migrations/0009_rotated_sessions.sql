ALTER TABLE `sessions` ADD `previous_hash` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `previous_until` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `rights` text;--> statement-breakpoint
CREATE INDEX `sessions_previous` ON `sessions` (`previous_hash`);