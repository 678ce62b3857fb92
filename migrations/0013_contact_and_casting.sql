CREATE TABLE `application_consents` (
	`application_id` text NOT NULL,
	`kind` text NOT NULL,
	`version` text NOT NULL,
	`locale` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`application_id`, `kind`),
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `application_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`application_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `application_links_application` ON `application_links` (`application_id`);--> statement-breakpoint
CREATE INDEX `application_links_expiry` ON `application_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `application_pictures` (
	`id` text PRIMARY KEY NOT NULL,
	`application_id` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `application_pictures_application` ON `application_pictures` (`application_id`,`id`);--> statement-breakpoint
CREATE TABLE `applications` (
	`id` text PRIMARY KEY NOT NULL,
	`reference` text NOT NULL,
	`user_id` text,
	`secret_hash` text,
	`state` text NOT NULL,
	`version` integer NOT NULL,
	`locale` text NOT NULL,
	`first_name` text DEFAULT '' NOT NULL,
	`city_id` text,
	`category_id` text,
	`languages` text DEFAULT '' NOT NULL,
	`written_in` text NOT NULL,
	`presentation` text DEFAULT '' NOT NULL,
	`experience` text DEFAULT '' NOT NULL,
	`email` text,
	`note` text,
	`staff_id` text,
	`submitted_at` integer,
	`decided_at` integer,
	`expires_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`city_id`) REFERENCES `cities`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`category_id`) REFERENCES `service_categories`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`staff_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `applications_reference_unique` ON `applications` (`reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `applications_secret_hash_unique` ON `applications` (`secret_hash`);--> statement-breakpoint
CREATE INDEX `applications_user` ON `applications` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `applications_email` ON `applications` (`email`);--> statement-breakpoint
CREATE INDEX `applications_city` ON `applications` (`city_id`);--> statement-breakpoint
CREATE INDEX `applications_category` ON `applications` (`category_id`);--> statement-breakpoint
CREATE INDEX `applications_staff` ON `applications` (`staff_id`);--> statement-breakpoint
CREATE INDEX `applications_queue` ON `applications` (`state`,`submitted_at`,`id`);--> statement-breakpoint
CREATE INDEX `applications_expiry` ON `applications` (`expires_at`);--> statement-breakpoint
CREATE TABLE `ticket_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`ticket_id` text NOT NULL,
	`author` text NOT NULL,
	`staff_id` text,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`staff_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `ticket_messages_ticket` ON `ticket_messages` (`ticket_id`,`id`);--> statement-breakpoint
CREATE INDEX `ticket_messages_staff` ON `ticket_messages` (`staff_id`);--> statement-breakpoint
CREATE TABLE `tickets` (
	`id` text PRIMARY KEY NOT NULL,
	`reference` text NOT NULL,
	`user_id` text,
	`category` text NOT NULL,
	`name` text,
	`email` text,
	`locale` text NOT NULL,
	`state` text NOT NULL,
	`version` integer NOT NULL,
	`is_suspect` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tickets_reference_unique` ON `tickets` (`reference`);--> statement-breakpoint
CREATE INDEX `tickets_user` ON `tickets` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `tickets_email` ON `tickets` (`email`);--> statement-breakpoint
CREATE INDEX `tickets_queue` ON `tickets` (`state`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `tickets_updated` ON `tickets` (`updated_at`);