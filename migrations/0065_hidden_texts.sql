-- A text of a profile is the subject of a case, and is hidden with it. One new table, three columns with defaults and one small unique index
-- of open cases: nothing is rewritten. The Worker before this one writes cases and reports without the columns, which then say nothing of a text.
CREATE TABLE `hidden_texts` (
	`case_id` text PRIMARY KEY NOT NULL,
	`profile_id` text NOT NULL,
	`name` text NOT NULL,
	`texts` text NOT NULL,
	`hidden_at` integer NOT NULL,
	FOREIGN KEY (`case_id`) REFERENCES `cases`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`profile_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "hidden_texts_name" CHECK("hidden_texts"."name" IN ('headline', 'quote', 'about'))
);
--> statement-breakpoint
CREATE INDEX `hidden_texts_profile` ON `hidden_texts` (`profile_id`,`name`);--> statement-breakpoint
CREATE INDEX `hidden_texts_hidden` ON `hidden_texts` (`hidden_at`);--> statement-breakpoint
DROP INDEX `cases_open`;--> statement-breakpoint
ALTER TABLE `cases` ADD `profile_text` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `cases_open` ON `cases` (`subject_kind`,`subject_id`,`profile_text`) WHERE state IN ('received', 'triaged');--> statement-breakpoint
ALTER TABLE `reports` ADD `profile_text` text;--> statement-breakpoint
ALTER TABLE `reports` ADD `hides_text` integer DEFAULT false NOT NULL;
--> statement-breakpoint
CREATE TRIGGER texts_restricted BEFORE INSERT ON hidden_texts
WHEN NOT EXISTS (SELECT 1 FROM decisions WHERE subject_id = NEW.case_id AND state = 'active' AND created_at = NEW.hidden_at AND field = 'public.' || NEW.name) BEGIN
  SELECT RAISE(ABORT, 'decisions.missing');
END;
--> statement-breakpoint
CREATE TRIGGER texts_freed AFTER DELETE ON hidden_texts BEGIN
  UPDATE decisions SET state = 'ended' WHERE subject_id = OLD.case_id AND field = 'public.' || OLD.name AND state = 'active';
END;

--> statement-breakpoint
DROP TRIGGER decisions_unchanged;
--> statement-breakpoint
CREATE TRIGGER decisions_unchanged BEFORE UPDATE OF reference, kind, field, prior_state, ground, facts, source, is_automatic, template, ends_at, created_at ON decisions BEGIN
  SELECT RAISE(ABORT, 'decisions.never_edited');
END;
--> statement-breakpoint
CREATE TRIGGER decisions_of_subject BEFORE UPDATE OF subject_id ON decisions
WHEN NEW.subject_id <> NEW.id BEGIN
  SELECT RAISE(ABORT, 'decisions.never_edited');
END;
