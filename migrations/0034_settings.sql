-- Settings that staff change, and their history: new tables.
CREATE TABLE `setting_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`version` integer NOT NULL,
	`value` text,
	`staff_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`staff_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `setting_changes_key` ON `setting_changes` (`key`,`id`);--> statement-breakpoint
CREATE INDEX `setting_changes_staff` ON `setting_changes` (`staff_id`);--> statement-breakpoint
CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`version` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`updated_by` text,
	FOREIGN KEY (`updated_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `settings_updated_by` ON `settings` (`updated_by`);
--> statement-breakpoint
CREATE TRIGGER settings_insert_seen AFTER INSERT ON settings
WHEN NEW.key LIKE 'announcement.%' OR NEW.key LIKE 'listing.%' BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER settings_update_seen AFTER UPDATE ON settings
WHEN NEW.key LIKE 'announcement.%' OR NEW.key LIKE 'listing.%' BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER settings_delete_seen AFTER DELETE ON settings
WHEN OLD.key LIKE 'announcement.%' OR OLD.key LIKE 'listing.%' BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
