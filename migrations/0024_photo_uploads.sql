-- Uploads of photos. The new columns rewrite nothing; the indexes read media once: a few seconds with a million profiles.
CREATE TABLE `blocked_hashes` (
	`id` text PRIMARY KEY NOT NULL,
	`list` text NOT NULL,
	`sha256` text,
	`pdq` text,
	`note` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `blocked_hashes_sha256` ON `blocked_hashes` (`sha256`);--> statement-breakpoint
CREATE UNIQUE INDEX `blocked_hashes_pdq` ON `blocked_hashes` (`pdq`);--> statement-breakpoint
CREATE TABLE `media_texts` (
	`media_id` text NOT NULL,
	`locale` text NOT NULL,
	`alt` text DEFAULT '' NOT NULL,
	`title` text DEFAULT '' NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`media_id`, `locale`),
	FOREIGN KEY (`media_id`) REFERENCES `media`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `media` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `media` ADD `upload_key` text;--> statement-breakpoint
ALTER TABLE `media` ADD `client_id` text;--> statement-breakpoint
ALTER TABLE `media` ADD `bytes` integer;--> statement-breakpoint
ALTER TABLE `media` ADD `sha256` text;--> statement-breakpoint
ALTER TABLE `media` ADD `pdq` text;--> statement-breakpoint
ALTER TABLE `media` ADD `pdq_quality` integer;--> statement-breakpoint
ALTER TABLE `media` ADD `crop` text;--> statement-breakpoint
ALTER TABLE `media` ADD `is_encoded` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `media` ADD `lease_until` integer;--> statement-breakpoint
ALTER TABLE `media` ADD `removed_at` integer;--> statement-breakpoint
ALTER TABLE `media` ADD `reason` text;--> statement-breakpoint
ALTER TABLE `media` ADD `comment` text;--> statement-breakpoint
ALTER TABLE `media` ADD `reviewed_by` text REFERENCES `users`(`id`) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `media` ADD `reviewed_at` integer;--> statement-breakpoint
ALTER TABLE `media` ADD `approved_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `media_client` ON `media` (`profile_id`,`client_id`) WHERE client_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `media_queue` ON `media` (`created_at`,`id`) WHERE state = 'ready' AND is_encoded = 1;--> statement-breakpoint
CREATE INDEX `media_unfinished` ON `media` (`state`,`updated_at`) WHERE state <> 'approved';--> statement-breakpoint
CREATE INDEX `media_originals` ON `media` (`approved_at`) WHERE state = 'approved' AND upload_key IS NOT NULL;--> statement-breakpoint
CREATE INDEX `media_reviewed_by` ON `media` (`reviewed_by`);
--> statement-breakpoint
DROP TRIGGER media_delete_seen;
--> statement-breakpoint
DROP TRIGGER media_update_seen;
--> statement-breakpoint
CREATE TRIGGER media_update_seen AFTER UPDATE ON media
WHEN OLD.state = 'approved' OR NEW.state = 'approved' BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER media_delete_seen AFTER DELETE ON media
WHEN OLD.state = 'approved' BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
