-- Two new tables: nothing to rewrite, whatever the number of profiles.
CREATE TABLE `country_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`country` text NOT NULL,
	`visit` text NOT NULL,
	`list` text NOT NULL,
	`pay` text NOT NULL,
	`contact` text NOT NULL,
	`version` integer NOT NULL,
	`reason` text NOT NULL,
	`state` text NOT NULL,
	`staff_id` text,
	`second_staff_id` text,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`staff_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`second_staff_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "country_changes_visit" CHECK("country_changes"."visit" IN ('allow', 'age_gate', 'block')),
	CONSTRAINT "country_changes_list" CHECK("country_changes"."list" IN ('allow', 'block')),
	CONSTRAINT "country_changes_pay" CHECK("country_changes"."pay" IN ('allow', 'block')),
	CONSTRAINT "country_changes_contact" CHECK("country_changes"."contact" IN ('allow', 'block')),
	CONSTRAINT "country_changes_state" CHECK("country_changes"."state" IN ('pending', 'confirmed', 'refused', 'withdrawn', 'expired'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `country_changes_pending` ON `country_changes` (`country`) WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX `country_changes_country` ON `country_changes` (`country`,`id`);--> statement-breakpoint
CREATE INDEX `country_changes_state` ON `country_changes` (`state`,`id`);--> statement-breakpoint
CREATE INDEX `country_changes_staff` ON `country_changes` (`staff_id`);--> statement-breakpoint
CREATE INDEX `country_changes_second` ON `country_changes` (`second_staff_id`);--> statement-breakpoint
CREATE TABLE `country_policies` (
	`country` text PRIMARY KEY NOT NULL,
	`visit` text NOT NULL,
	`list` text NOT NULL,
	`pay` text NOT NULL,
	`contact` text NOT NULL,
	`version` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "country_policies_visit" CHECK("country_policies"."visit" IN ('allow', 'age_gate', 'block')),
	CONSTRAINT "country_policies_list" CHECK("country_policies"."list" IN ('allow', 'block')),
	CONSTRAINT "country_policies_pay" CHECK("country_policies"."pay" IN ('allow', 'block')),
	CONSTRAINT "country_policies_contact" CHECK("country_policies"."contact" IN ('allow', 'block'))
);
