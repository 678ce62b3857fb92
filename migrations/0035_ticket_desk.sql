-- With a million profiles: two columns that are added in place, and an index over the tickets, in milliseconds.
CREATE TABLE `ticket_answer_texts` (
	`answer_id` text NOT NULL,
	`locale` text NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL,
	PRIMARY KEY(`answer_id`, `locale`),
	FOREIGN KEY (`answer_id`) REFERENCES `ticket_answers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `ticket_answers` (
	`id` text PRIMARY KEY NOT NULL,
	`position` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `ticket_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`ticket_id` text NOT NULL,
	`staff_id` text,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`staff_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `ticket_notes_ticket` ON `ticket_notes` (`ticket_id`,`id`);--> statement-breakpoint
CREATE INDEX `ticket_notes_staff` ON `ticket_notes` (`staff_id`);--> statement-breakpoint
ALTER TABLE `tickets` ADD `assignee_id` text REFERENCES `users`(`id`) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `tickets` ADD `priority` text DEFAULT 'normal' NOT NULL;--> statement-breakpoint
CREATE INDEX `tickets_assignee` ON `tickets` (`assignee_id`);