CREATE TABLE `audit_log` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor_id` text,
	`action` text NOT NULL,
	`target_kind` text NOT NULL,
	`target_id` text NOT NULL,
	`reason` text,
	`details` text DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_log_actor` ON `audit_log` (`actor_id`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_log_target` ON `audit_log` (`target_id`,`target_kind`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_log_action` ON `audit_log` (`action`,`seq`);--> statement-breakpoint
CREATE TABLE `resource_exports` (
	`id` text PRIMARY KEY NOT NULL,
	`resource` text NOT NULL,
	`query` text NOT NULL,
	`staff_id` text NOT NULL,
	`state` text NOT NULL,
	`rows` integer DEFAULT 0 NOT NULL,
	`cursor` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`staff_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "resource_exports_state" CHECK("resource_exports"."state" IN ('queued', 'running', 'done', 'failed'))
);
--> statement-breakpoint
CREATE INDEX `resource_exports_staff` ON `resource_exports` (`staff_id`,`id`);--> statement-breakpoint
CREATE INDEX `resource_exports_state` ON `resource_exports` (`state`,`updated_at`);--> statement-breakpoint
CREATE TABLE `resource_revisions` (
	`id` text PRIMARY KEY NOT NULL,
	`resource` text NOT NULL,
	`record_id` text NOT NULL,
	`content` text NOT NULL,
	`staff_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`staff_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `resource_revisions_record` ON `resource_revisions` (`resource`,`record_id`,`id`);--> statement-breakpoint
CREATE INDEX `resource_revisions_staff` ON `resource_revisions` (`staff_id`);--> statement-breakpoint
CREATE TABLE `staff_grants` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`granted_by` text,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`revoked_at` integer,
	`revoked_by` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`granted_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`revoked_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "staff_grants_role" CHECK("staff_grants"."role" IN ('trust_lead', 'moderator', 'verifier', 'support', 'finance', 'editor', 'auditor'))
);
--> statement-breakpoint
CREATE INDEX `staff_grants_user` ON `staff_grants` (`user_id`,`revoked_at`);--> statement-breakpoint
CREATE INDEX `staff_grants_granted_by` ON `staff_grants` (`granted_by`);--> statement-breakpoint
CREATE INDEX `staff_grants_revoked_by` ON `staff_grants` (`revoked_by`);