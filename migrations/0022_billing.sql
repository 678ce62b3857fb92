-- Tables of billing. Of the existing ones subscriptions grows by columns and two partial indexes: with a million subscriptions, some seconds.
CREATE TABLE `billing_acts` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`staff_id` text,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`reason` text NOT NULL,
	`amount` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`staff_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "billing_acts_kind" CHECK("billing_acts"."kind" IN ('refund', 'grant', 'grant_end', 'replay'))
);
--> statement-breakpoint
CREATE INDEX `billing_acts_user` ON `billing_acts` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `billing_acts_staff` ON `billing_acts` (`staff_id`);--> statement-breakpoint
CREATE TABLE `billing_customers` (
	`user_id` text PRIMARY KEY NOT NULL,
	`stripe_customer` text NOT NULL,
	`version` integer NOT NULL,
	`synced_at` integer,
	`credit` integer NOT NULL,
	`currency` text,
	`card_brand` text,
	`card_last4` text,
	`card_exp_month` integer,
	`card_exp_year` integer,
	`card_noticed` text,
	`checkout_key` text,
	`checkout_price` text,
	`checkout_session` text,
	`checkout_url` text,
	`checkout_expires_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `billing_customers_stripe_customer_unique` ON `billing_customers` (`stripe_customer`);--> statement-breakpoint
CREATE TABLE `invoices` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`stripe_invoice` text NOT NULL,
	`stripe_subscription` text,
	`stripe_price` text,
	`number` text NOT NULL,
	`status` text NOT NULL,
	`currency` text NOT NULL,
	`total` integer NOT NULL,
	`tax` integer NOT NULL,
	`paid` integer NOT NULL,
	`refunded` integer NOT NULL,
	`due` integer NOT NULL,
	`period_starts_at` integer NOT NULL,
	`period_ends_at` integer NOT NULL,
	`issued_at` integer NOT NULL,
	`paid_at` integer,
	`next_retry_at` integer,
	`attempts` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "invoices_status" CHECK("invoices"."status" IN ('open', 'paid', 'void', 'uncollectible'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_stripe_invoice_unique` ON `invoices` (`stripe_invoice`);--> statement-breakpoint
CREATE INDEX `invoices_user` ON `invoices` (`user_id`,`issued_at`);--> statement-breakpoint
CREATE TABLE `payment_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`stripe_customer` text,
	`payload` text NOT NULL,
	`source` text NOT NULL,
	`state` text NOT NULL,
	`seen_version` integer,
	`attempts` integer NOT NULL,
	`last_error` text,
	`happened_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "payment_events_source" CHECK("payment_events"."source" IN ('webhook', 'reconciliation')),
	CONSTRAINT "payment_events_state" CHECK("payment_events"."state" IN ('received', 'processed', 'ignored', 'failed'))
);
--> statement-breakpoint
CREATE INDEX `payment_events_customer` ON `payment_events` (`stripe_customer`,`happened_at`);--> statement-breakpoint
CREATE INDEX `payment_events_received` ON `payment_events` (`created_at`) WHERE state = 'received';--> statement-breakpoint
CREATE INDEX `payment_events_created` ON `payment_events` (`created_at`);--> statement-breakpoint
CREATE TABLE `plan_texts` (
	`plan_id` text NOT NULL,
	`locale` text NOT NULL,
	`name` text NOT NULL,
	`summary` text NOT NULL,
	`features` text NOT NULL,
	PRIMARY KEY(`plan_id`, `locale`),
	FOREIGN KEY (`plan_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `plans` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`state` text NOT NULL,
	`position` integer NOT NULL,
	`stripe_product` text,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "plans_state" CHECK("plans"."state" IN ('draft', 'active', 'retired'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `plans_stripe_product_unique` ON `plans` (`stripe_product`);--> statement-breakpoint
CREATE TABLE `prices` (
	`id` text PRIMARY KEY NOT NULL,
	`plan_id` text NOT NULL,
	`state` text NOT NULL,
	`stripe_price` text,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`interval` text NOT NULL,
	`interval_count` integer NOT NULL,
	`trial_days` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`plan_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "prices_state" CHECK("prices"."state" IN ('draft', 'active', 'retired')),
	CONSTRAINT "prices_interval" CHECK("prices"."interval" IN ('month', 'year'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `prices_stripe_price_unique` ON `prices` (`stripe_price`);--> statement-breakpoint
CREATE INDEX `prices_plan` ON `prices` (`plan_id`);--> statement-breakpoint
CREATE TABLE `trial_uses` (
	`person_hash` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `trial_uses_created` ON `trial_uses` (`created_at`);--> statement-breakpoint
CREATE TABLE `withdrawals` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`stripe_subscription` text NOT NULL,
	`state` text NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "withdrawals_state" CHECK("withdrawals"."state" IN ('requested', 'done'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `withdrawals_stripe_subscription_unique` ON `withdrawals` (`stripe_subscription`);--> statement-breakpoint
CREATE INDEX `withdrawals_user` ON `withdrawals` (`user_id`);--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `started_at` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `period_starts_at` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `period_ends_at` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `next_amount` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `announced_for` integer;--> statement-breakpoint
CREATE INDEX `subscriptions_period` ON `subscriptions` (`period_ends_at`) WHERE stripe_status IN ('active', 'trialing');--> statement-breakpoint
CREATE INDEX `subscriptions_end` ON `subscriptions` (`ends_at`) WHERE stripe_status = 'active';