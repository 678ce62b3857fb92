CREATE TABLE `calendar_addresses` (
	`profile_id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`token_sealed` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`profile_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_addresses_token_hash_unique` ON `calendar_addresses` (`token_hash`);--> statement-breakpoint
CREATE TABLE `calendar_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`profile_id` text NOT NULL,
	`kind` text NOT NULL,
	`city_id` text,
	`first_day` text NOT NULL,
	`last_day` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`profile_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`city_id`) REFERENCES `cities`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "calendar_entries_kind" CHECK("calendar_entries"."kind" IN ('off', 'tour')),
	CONSTRAINT "calendar_entries_city_of_tour" CHECK(("calendar_entries"."city_id" IS NOT NULL) = ("calendar_entries"."kind" = 'tour')),
	CONSTRAINT "calendar_entries_order" CHECK("calendar_entries"."first_day" <= "calendar_entries"."last_day")
);
--> statement-breakpoint
CREATE INDEX `calendar_entries_profile` ON `calendar_entries` (`profile_id`,`first_day`);--> statement-breakpoint
CREATE INDEX `calendar_entries_city` ON `calendar_entries` (`city_id`) WHERE city_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `calendar_entries_last` ON `calendar_entries` (`last_day`);--> statement-breakpoint
CREATE TABLE `calendar_feeds` (
	`profile_id` text PRIMARY KEY NOT NULL,
	`address_sealed` text NOT NULL,
	`error` text,
	`read_at` integer,
	`due_at` integer NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`busy` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`profile_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "calendar_feeds_error" CHECK("calendar_feeds"."error" IN ('unreachable', 'refused', 'too_large', 'unreadable'))
);
--> statement-breakpoint
CREATE INDEX `calendar_feeds_due` ON `calendar_feeds` (`due_at`);--> statement-breakpoint
CREATE TABLE `new_profiles` (
	`profile_id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`profile_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `saved_searches` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`query` text NOT NULL,
	`locale` text NOT NULL,
	`is_alerted` integer NOT NULL,
	`notified_place` integer NOT NULL,
	`seen_place` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_searches_user` ON `saved_searches` (`user_id`,`query`,`locale`);--> statement-breakpoint
CREATE INDEX `saved_searches_query` ON `saved_searches` (`query`,`locale`,`is_alerted`,`notified_place`);--> statement-breakpoint
CREATE TABLE `search_anchors` (
	`anchor` text NOT NULL,
	`query` text NOT NULL,
	`locale` text NOT NULL,
	`groups` text NOT NULL,
	PRIMARY KEY(`anchor`, `query`, `locale`)
);
--> statement-breakpoint
CREATE INDEX `search_anchors_query` ON `search_anchors` (`query`,`locale`);
--> statement-breakpoint
CREATE TRIGGER profiles_new_on_publication AFTER UPDATE OF state ON profiles
WHEN NEW.state = 'published' AND OLD.state <> 'published' AND NEW.updated_at < NEW.published_at + 604800000 BEGIN
  INSERT OR IGNORE INTO new_profiles (profile_id, at) VALUES (NEW.id, NEW.updated_at);
END;
--> statement-breakpoint
CREATE TRIGGER saved_searches_ended_on_delete AFTER DELETE ON saved_searches BEGIN
  DELETE FROM search_anchors WHERE query = OLD.query AND locale = OLD.locale
    AND NOT EXISTS (SELECT 1 FROM saved_searches WHERE query = OLD.query AND locale = OLD.locale AND is_alerted = 1);
END;
--> statement-breakpoint
CREATE TRIGGER saved_searches_ended_on_update AFTER UPDATE OF is_alerted ON saved_searches
WHEN NEW.is_alerted = 0 BEGIN
  DELETE FROM search_anchors WHERE query = OLD.query AND locale = OLD.locale
    AND NOT EXISTS (SELECT 1 FROM saved_searches WHERE query = OLD.query AND locale = OLD.locale AND is_alerted = 1);
END;
