-- Customers that the provider deleted, disputes and failed refunds, issues for finance, retries of payment events.
-- New columns have constant defaults: no row is rewritten. Two indexes of `payment_events` are built again: with 90 days of events of
-- 100,000 paying members (two million rows) each takes some seconds.
CREATE TABLE `billing_issues` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` text,
	`stripe_invoice` text,
	`amount` integer,
	`currency` text,
	`status` text NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "billing_issues_kind" CHECK("billing_issues"."kind" IN ('dispute', 'failed_refund', 'failed_withdrawal', 'unknown_price', 'two_subscriptions', 'unknown_customer')),
	CONSTRAINT "billing_issues_state" CHECK("billing_issues"."state" IN ('open', 'settled'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `billing_issues_subject` ON `billing_issues` (`kind`,`subject`);--> statement-breakpoint
CREATE INDEX `billing_issues_user` ON `billing_issues` (`user_id`,`kind`);--> statement-breakpoint
CREATE INDEX `billing_issues_state` ON `billing_issues` (`state`,`id`);--> statement-breakpoint
CREATE TABLE `former_customers` (
	`stripe_customer` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `former_customers_user` ON `former_customers` (`user_id`);--> statement-breakpoint
DROP INDEX `payment_events_received`;--> statement-breakpoint
DROP INDEX `payment_events_created`;--> statement-breakpoint
ALTER TABLE `payment_events` ADD `charge_ref` text;--> statement-breakpoint
ALTER TABLE `payment_events` ADD `next_try_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `payment_events_due` ON `payment_events` (`next_try_at`,`id`) WHERE state = 'received';--> statement-breakpoint
CREATE INDEX `payment_events_state` ON `payment_events` (`state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payment_events_created` ON `payment_events` (`created_at`,`id`);--> statement-breakpoint
ALTER TABLE `billing_customers` ADD `gone_at` integer;--> statement-breakpoint
ALTER TABLE `billing_customers` ADD `refund_key` text;--> statement-breakpoint
ALTER TABLE `billing_customers` ADD `refund_until` integer;--> statement-breakpoint
ALTER TABLE `invoices` ADD `disputed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `withdrawals` ADD `refusals` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `withdrawals` ADD `failed_at` integer;