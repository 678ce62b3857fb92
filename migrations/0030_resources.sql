-- Cost with a million members and profiles: two indexes of names, some 10 s each.
CREATE TABLE `catalog_redirects` (
	`kind` text NOT NULL,
	`slug` text NOT NULL,
	`record_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`kind`, `slug`),
	CONSTRAINT "catalog_redirects_kind" CHECK("catalog_redirects"."kind" IN ('city', 'category', 'service'))
);
--> statement-breakpoint
CREATE INDEX `users_name` ON `users` (name COLLATE NOCASE);--> statement-breakpoint
CREATE INDEX `users_banned` ON `users` (`banned_at`) WHERE banned_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `profiles_name` ON `profiles` (name COLLATE NOCASE);
--> statement-breakpoint
CREATE TRIGGER service_texts_insert_seen AFTER INSERT ON service_texts BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
