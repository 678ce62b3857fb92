-- Addresses that the mail provider reports as not deliverable: a table that is empty. No cost.
CREATE TABLE `returned_addresses` (
	`address` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "returned_addresses_reason" CHECK("returned_addresses"."reason" IN ('bounced', 'complained'))
);
--> statement-breakpoint
CREATE INDEX `returned_addresses_created` ON `returned_addresses` (`created_at`);