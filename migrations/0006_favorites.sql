CREATE TABLE `favorites` (
	`user_id` text NOT NULL,
	`profile_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `profile_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`profile_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `favorites_newest` ON `favorites` (`user_id`,`created_at`,`profile_id`);--> statement-breakpoint
CREATE INDEX `favorites_profile` ON `favorites` (`profile_id`);