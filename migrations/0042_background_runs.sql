-- Runs of the cron's steps, and what the queues gave up: empty tables. The pictures of applications are some thousands at most, whatever the
-- number of profiles: those of accepted applications were copied by now, and are not copied again.
CREATE TABLE `cron_runs` (
	`step` text PRIMARY KEY NOT NULL,
	`run` text NOT NULL,
	`started_at` integer NOT NULL,
	`lease_end` integer NOT NULL,
	`finished_at` integer,
	`failures` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `dead_letters` (
	`id` text PRIMARY KEY NOT NULL,
	`queue` text NOT NULL,
	`kind` text NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "dead_letters_queue" CHECK("dead_letters"."queue" IN ('mail', 'jobs', 'payments'))
);
--> statement-breakpoint
CREATE INDEX `dead_letters_queue` ON `dead_letters` (`queue`,`id`);--> statement-breakpoint
ALTER TABLE `data_requests` ADD `cursor` text;--> statement-breakpoint
ALTER TABLE `application_pictures` ADD `copied_at` integer;--> statement-breakpoint
CREATE INDEX `application_pictures_uncopied` ON `application_pictures` (`application_id`) WHERE copied_at IS NULL;
--> statement-breakpoint
UPDATE `application_pictures` SET `copied_at` = `created_at` WHERE `application_id` IN (SELECT `id` FROM `applications` WHERE `state` = 'accepted');
