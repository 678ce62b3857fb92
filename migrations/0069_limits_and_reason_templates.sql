-- A sanction that limits, and the report that led to a sanction: the table of sanctions, to which none refers, is built again. Some thousands of
-- rows with a million profiles: well below a second. The Worker before this one reads and writes it as before; what it writes between two
-- statements fails, as a whole batch, and is tried again by whoever pressed. The templates of reasons are two new tables of a dozen rows.
CREATE TABLE sanctions_copy AS SELECT id, user_id, kind, state, reason, staff_id, second_staff_id, expires_at, created_at, ended_at FROM sanctions;
--> statement-breakpoint
DROP TABLE sanctions;
--> statement-breakpoint
CREATE TABLE `sanctions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`reason` text NOT NULL,
	`policy` text,
	`report_id` text,
	`staff_id` text,
	`second_staff_id` text,
	`expires_at` integer,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`staff_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`second_staff_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "sanctions_kind" CHECK("sanctions"."kind" IN ('warn', 'limit', 'suspend', 'close')),
	CONSTRAINT "sanctions_state" CHECK("sanctions"."state" IN ('pending', 'active', 'lifted', 'expired'))
);
--> statement-breakpoint
INSERT INTO sanctions (id, user_id, kind, state, reason, staff_id, second_staff_id, expires_at, created_at, ended_at) SELECT id, user_id, kind, state, reason, staff_id, second_staff_id, expires_at, created_at, ended_at FROM sanctions_copy ORDER BY id;
--> statement-breakpoint
DROP TABLE sanctions_copy;
--> statement-breakpoint
CREATE INDEX `sanctions_user` ON `sanctions` (`user_id`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `sanctions_open` ON `sanctions` (`user_id`,`kind`) WHERE kind <> 'warn' AND state IN ('pending', 'active');
--> statement-breakpoint
CREATE INDEX `sanctions_suspended` ON `sanctions` (`user_id`) WHERE kind = 'suspend' AND state = 'active';
--> statement-breakpoint
CREATE INDEX `sanctions_report` ON `sanctions` (`report_id`);
--> statement-breakpoint
CREATE INDEX `sanctions_due` ON `sanctions` (`state`,`expires_at`);
--> statement-breakpoint
CREATE INDEX `sanctions_staff` ON `sanctions` (`staff_id`);
--> statement-breakpoint
CREATE INDEX `sanctions_second_staff` ON `sanctions` (`second_staff_id`);
--> statement-breakpoint
CREATE TABLE `reason_templates` (
	`id` text PRIMARY KEY NOT NULL,
	`use` text NOT NULL,
	`position` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "reason_templates_use" CHECK("reason_templates"."use" IN ('dismissal', 'restriction'))
);
--> statement-breakpoint
CREATE TABLE `reason_template_texts` (
	`template_id` text NOT NULL,
	`locale` text NOT NULL,
	`name` text NOT NULL,
	`text` text NOT NULL,
	PRIMARY KEY(`template_id`, `locale`),
	FOREIGN KEY (`template_id`) REFERENCES `reason_templates`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TRIGGER sanctions_decided BEFORE INSERT ON sanctions
WHEN NEW.state = 'active' AND NOT EXISTS (SELECT 1 FROM decisions WHERE id = NEW.id) BEGIN
  SELECT RAISE(ABORT, 'decisions.missing');
END;
--> statement-breakpoint
CREATE TRIGGER sanctions_confirmed BEFORE UPDATE OF state ON sanctions
WHEN NEW.state = 'active' AND OLD.state <> 'active' AND NOT EXISTS (SELECT 1 FROM decisions WHERE id = NEW.id) BEGIN
  SELECT RAISE(ABORT, 'decisions.missing');
END;
--> statement-breakpoint
CREATE TRIGGER sanctions_ended AFTER UPDATE OF state ON sanctions
WHEN NEW.state IN ('lifted', 'expired') AND OLD.state = 'active' BEGIN
  UPDATE decisions SET state = 'ended', updated_at = coalesce(NEW.ended_at, updated_at) WHERE id = NEW.id AND state = 'active';
END;

--> statement-breakpoint
CREATE TRIGGER case_questions_late AFTER UPDATE OF paused_until ON cases
WHEN NEW.paused_until IS NULL AND OLD.paused_until IS NOT NULL BEGIN
  UPDATE case_questions SET expires_at = NEW.updated_at WHERE case_id = NEW.id AND state = 'open' AND expires_at > NEW.updated_at;
END;
