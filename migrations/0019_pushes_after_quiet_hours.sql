ALTER TABLE `notifications` ADD `push_at` integer;--> statement-breakpoint
ALTER TABLE `notifications` ADD `pushed_at` integer;--> statement-breakpoint
CREATE INDEX `notifications_push` ON `notifications` (`push_at`) WHERE push_at IS NOT NULL;
