CREATE TABLE `blocks` (
	`user_id` text NOT NULL,
	`blocked_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `blocked_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`blocked_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `blocks_blocked` ON `blocks` (`blocked_id`);--> statement-breakpoint
CREATE TABLE `chat_settings` (
	`user_id` text PRIMARY KEY NOT NULL,
	`typing` integer NOT NULL,
	`read_receipts` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `contact_rules` (
	`user_id` text PRIMARY KEY NOT NULL,
	`verified_only` integer NOT NULL,
	`premium_only` integer NOT NULL,
	`languages` text NOT NULL,
	`daily_budget` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `report_messages` (
	`report_id` text NOT NULL,
	`seq` integer NOT NULL,
	`author_id` text,
	`body` text NOT NULL,
	`is_chosen` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`report_id`, `seq`),
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `report_messages_author` ON `report_messages` (`author_id`);--> statement-breakpoint
ALTER TABLE `conversation_members` ADD `role` text DEFAULT 'owner' NOT NULL;--> statement-breakpoint
ALTER TABLE `conversation_members` ADD `skipped` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `conversation_members` ADD `hidden_seq` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `conversation_members` ADD `last` text;--> statement-breakpoint
ALTER TABLE `conversation_members` ADD `active_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `conversation_members` ADD `muted_at` integer;--> statement-breakpoint
ALTER TABLE `conversation_members` ADD `draft` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `conversation_members_active` ON `conversation_members` (`user_id`,`active_at`);--> statement-breakpoint
ALTER TABLE `conversations` ADD `pair` text;--> statement-breakpoint
ALTER TABLE `conversations` ADD `state` text DEFAULT 'accepted' NOT NULL;--> statement-breakpoint
ALTER TABLE `conversations` ADD `is_blocked` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `conversations` ADD `version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_pair_unique` ON `conversations` (`pair`);--> statement-breakpoint
ALTER TABLE `reports` ADD `conversation_id` text;