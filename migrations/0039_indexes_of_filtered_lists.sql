-- With a million profiles and as many mails: two indexes of one scan and one sort each, in seconds; the others are of few rows.
DROP INDEX `users_banned`;--> statement-breakpoint
CREATE INDEX `users_banned` ON `users` (`id`) WHERE banned_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `subscriptions_active` ON `subscriptions` (`user_id`) WHERE stripe_status = 'active';--> statement-breakpoint
CREATE INDEX `outbox_emails_state` ON `outbox_emails` (`state`,`id`);--> statement-breakpoint
CREATE INDEX `profiles_state` ON `profiles` (`state`,`id`);--> statement-breakpoint
CREATE INDEX `sanctions_suspended` ON `sanctions` (`user_id`) WHERE kind = 'suspend' AND state = 'active';