CREATE TABLE `notification_settings` (
	`user_id` text PRIMARY KEY NOT NULL,
	`rhythm` text NOT NULL,
	`quiet_from` integer,
	`quiet_to` integer,
	`time_zone` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `notifications` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`type` text NOT NULL,
	`subject` text NOT NULL,
	`state` text NOT NULL,
	`reference` text,
	`conversation_id` text,
	`read_at` integer,
	`mail_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_subject` ON `notifications` (`user_id`,`subject`);--> statement-breakpoint
CREATE INDEX `notifications_user` ON `notifications` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `notifications_unread` ON `notifications` (`user_id`) WHERE read_at IS NULL AND conversation_id IS NULL;--> statement-breakpoint
CREATE INDEX `notifications_mail` ON `notifications` (`mail_at`,`user_id`) WHERE mail_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `notifications_conversation` ON `notifications` (`conversation_id`);--> statement-breakpoint
CREATE INDEX `notifications_updated` ON `notifications` (`updated_at`);--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`family_id` text NOT NULL,
	`endpoint` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint_unique` ON `push_subscriptions` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_user` ON `push_subscriptions` (`user_id`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_family` ON `push_subscriptions` (`family_id`);--> statement-breakpoint
-- A browser is told nothing once its sign-in has ended, however that came about.
CREATE TRIGGER push_subscriptions_session_end AFTER DELETE ON sessions
BEGIN
  DELETE FROM push_subscriptions WHERE family_id = OLD.family_id
    AND NOT EXISTS (SELECT 1 FROM sessions WHERE family_id = OLD.family_id);
END;
