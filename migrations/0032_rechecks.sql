-- Identity is checked again after a change of the account: two columns that rewrite nothing, and four triggers. identity_acts gets another kind:
-- nothing refers to it, so it is made again with its rows, a few for each check. When their subjects were last seen is filled for verified
-- checks only: three look-ups by index for each profile.
CREATE TABLE identity_acts_copy AS SELECT id, check_id, staff_id, kind, reason, created_at FROM identity_acts;
--> statement-breakpoint
DROP TABLE identity_acts;
--> statement-breakpoint
CREATE TABLE `identity_acts` (
	`id` text PRIMARY KEY NOT NULL,
	`check_id` text NOT NULL,
	`staff_id` text,
	`kind` text NOT NULL,
	`reason` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`check_id`) REFERENCES `identity_checks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`staff_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "identity_acts_kind" CHECK("identity_acts"."kind" IN ('confirm', 'refuse', 'revoke', 'reopen', 'recheck'))
);
--> statement-breakpoint
INSERT INTO identity_acts (id, check_id, staff_id, kind, reason, created_at)
  SELECT id, check_id, staff_id, kind, reason, created_at FROM identity_acts_copy ORDER BY id;
--> statement-breakpoint
DROP TABLE identity_acts_copy;
--> statement-breakpoint
CREATE INDEX `identity_acts_check` ON `identity_acts` (`check_id`,`id`);--> statement-breakpoint
CREATE INDEX `identity_acts_staff` ON `identity_acts` (`staff_id`);--> statement-breakpoint
ALTER TABLE `identity_checks` ADD `due_reason` text
  CONSTRAINT "identity_checks_due_reason" CHECK("identity_checks"."due_reason" IN ('email', 'payer', 'dormancy', 'staff'));--> statement-breakpoint
ALTER TABLE `identity_checks` ADD `seen_at` integer;--> statement-breakpoint
UPDATE identity_checks SET seen_at = max(
  coalesce(checked_at, 0),
  coalesce((SELECT max(last_used_at) FROM sessions WHERE user_id = identity_checks.user_id), 0),
  coalesce((SELECT max(last_seen_at) FROM devices WHERE user_id = identity_checks.user_id), 0)
) WHERE status = 'verified' AND user_id IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER identity_acts_unchanged BEFORE UPDATE OF check_id, kind, reason, created_at ON identity_acts BEGIN
  SELECT RAISE(ABORT, 'identity_acts.append_only');
END;
--> statement-breakpoint
CREATE TRIGGER users_email_recheck AFTER UPDATE OF email ON users
WHEN NEW.email <> OLD.email BEGIN
  UPDATE identity_checks SET next_check_at = NEW.updated_at + 2592000000, due_reason = 'email', noticed_days = NULL
    WHERE user_id = NEW.id AND status = 'verified' AND (next_check_at IS NULL OR next_check_at > NEW.updated_at + 2592000000)
      AND EXISTS (SELECT 1 FROM profiles WHERE owner_id = NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER billing_customers_payer_recheck AFTER UPDATE OF stripe_customer, card_brand, card_last4 ON billing_customers
WHEN NEW.stripe_customer <> OLD.stripe_customer OR NEW.card_last4 <> OLD.card_last4 OR NEW.card_brand <> OLD.card_brand BEGIN
  UPDATE identity_checks SET next_check_at = NEW.updated_at + 2592000000, due_reason = 'payer', noticed_days = NULL
    WHERE user_id = NEW.user_id AND status = 'verified' AND (next_check_at IS NULL OR next_check_at > NEW.updated_at + 2592000000)
      AND EXISTS (SELECT 1 FROM profiles WHERE owner_id = NEW.user_id);
END;
--> statement-breakpoint
CREATE TRIGGER sessions_dormancy_recheck_on_insert AFTER INSERT ON sessions BEGIN
  UPDATE identity_checks SET next_check_at = NEW.last_used_at + 2592000000, due_reason = 'dormancy', noticed_days = NULL
    WHERE user_id = NEW.user_id AND status = 'verified' AND (next_check_at IS NULL OR next_check_at > NEW.last_used_at + 2592000000)
      AND coalesce(seen_at, checked_at) < NEW.last_used_at - 15552000000 AND EXISTS (SELECT 1 FROM profiles WHERE owner_id = NEW.user_id);
  UPDATE identity_checks SET seen_at = NEW.last_used_at
    WHERE user_id = NEW.user_id AND status = 'verified' AND coalesce(seen_at, 0) < NEW.last_used_at;
END;
--> statement-breakpoint
CREATE TRIGGER sessions_dormancy_recheck_on_update AFTER UPDATE OF last_used_at ON sessions BEGIN
  UPDATE identity_checks SET next_check_at = NEW.last_used_at + 2592000000, due_reason = 'dormancy', noticed_days = NULL
    WHERE user_id = NEW.user_id AND status = 'verified' AND (next_check_at IS NULL OR next_check_at > NEW.last_used_at + 2592000000)
      AND coalesce(seen_at, checked_at) < NEW.last_used_at - 15552000000 AND EXISTS (SELECT 1 FROM profiles WHERE owner_id = NEW.user_id);
  UPDATE identity_checks SET seen_at = NEW.last_used_at
    WHERE user_id = NEW.user_id AND status = 'verified' AND coalesce(seen_at, 0) < NEW.last_used_at;
END;
