-- Costs nothing with a million profiles: two empty tables.
CREATE TABLE `audit_seals` (
	`seq` integer PRIMARY KEY NOT NULL,
	`prev_hash` text NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sanctions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`reason` text NOT NULL,
	`staff_id` text,
	`second_staff_id` text,
	`expires_at` integer,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`staff_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`second_staff_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "sanctions_kind" CHECK("sanctions"."kind" IN ('warn', 'suspend', 'close')),
	CONSTRAINT "sanctions_state" CHECK("sanctions"."state" IN ('pending', 'active', 'lifted', 'expired'))
);
--> statement-breakpoint
CREATE INDEX `sanctions_user` ON `sanctions` (`user_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `sanctions_open` ON `sanctions` (`user_id`,`kind`) WHERE kind <> 'warn' AND state IN ('pending', 'active');--> statement-breakpoint
CREATE INDEX `sanctions_due` ON `sanctions` (`state`,`expires_at`);--> statement-breakpoint
CREATE INDEX `sanctions_staff` ON `sanctions` (`staff_id`);--> statement-breakpoint
CREATE INDEX `sanctions_second_staff` ON `sanctions` (`second_staff_id`);--> statement-breakpoint
CREATE INDEX `audit_log_time` ON `audit_log` (`at`);
--> statement-breakpoint
CREATE TRIGGER profiles_of_suspended BEFORE UPDATE OF state ON profiles
WHEN NEW.state = 'published' AND EXISTS (SELECT 1 FROM sanctions WHERE user_id = NEW.owner_id AND kind = 'suspend' AND state = 'active') BEGIN
  SELECT RAISE(ABORT, 'profiles.owner_suspended');
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_unchanged BEFORE UPDATE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'audit_log.append_only');
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_undeleted BEFORE DELETE ON audit_log
WHEN OLD.at > (unixepoch() - 189734400) * 1000 OR EXISTS (SELECT 1 FROM audit_log WHERE seq < OLD.seq) BEGIN
  SELECT RAISE(ABORT, 'audit_log.append_only');
END;
--> statement-breakpoint
CREATE TRIGGER audit_seals_unchanged BEFORE UPDATE ON audit_seals BEGIN
  SELECT RAISE(ABORT, 'audit_seals.append_only');
END;
--> statement-breakpoint
CREATE TRIGGER audit_seals_undeleted BEFORE DELETE ON audit_seals
WHEN OLD.seq >= (SELECT coalesce(min(seq), 0) FROM audit_log) BEGIN
  SELECT RAISE(ABORT, 'audit_seals.append_only');
END;
--> statement-breakpoint
CREATE TRIGGER audit_seals_continue BEFORE INSERT ON audit_seals
WHEN NEW.prev_hash IS NOT coalesce((SELECT hash FROM audit_seals WHERE seq = NEW.seq - 1), iif(EXISTS (SELECT 1 FROM audit_seals), NULL, '')) BEGIN
  SELECT RAISE(ABORT, 'audit_seals.chain_only');
END;
