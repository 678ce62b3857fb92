-- A small table, and an index of decisions by time: with a million profiles some 300,000 decisions in six years, 10 MB, built in seconds.
CREATE TABLE `transparency_figures` (
	`id` text PRIMARY KEY NOT NULL,
	`period` text NOT NULL,
	`state` text NOT NULL,
	`figures` text NOT NULL,
	`hidden` text,
	`reason` text,
	`recipients` integer,
	`published_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "transparency_figures_state" CHECK("transparency_figures"."state" IN ('draft', 'published', 'superseded'))
);
--> statement-breakpoint
CREATE INDEX `transparency_figures_state` ON `transparency_figures` (`state`,`period`);--> statement-breakpoint
CREATE INDEX `transparency_figures_period` ON `transparency_figures` (`period`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `transparency_figures_draft` ON `transparency_figures` (`period`) WHERE state = 'draft';--> statement-breakpoint
CREATE UNIQUE INDEX `transparency_figures_published` ON `transparency_figures` (`period`) WHERE state = 'published';--> statement-breakpoint
CREATE INDEX `decisions_created` ON `decisions` (`created_at`);--> statement-breakpoint
CREATE TRIGGER transparency_figures_insert_seen AFTER INSERT ON transparency_figures
WHEN NEW.state <> 'draft' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('transparency')) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER transparency_figures_update_seen AFTER UPDATE ON transparency_figures
WHEN NEW.state <> 'draft' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('transparency')) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER transparency_figures_frozen BEFORE UPDATE ON transparency_figures
WHEN NEW.id <> OLD.id OR NEW.period <> OLD.period OR NEW.figures <> OLD.figures OR NEW.reason IS NOT OLD.reason
    OR (OLD.state <> 'draft' AND (NEW.hidden IS NOT OLD.hidden OR NEW.recipients IS NOT OLD.recipients
      OR NEW.published_at IS NOT OLD.published_at OR OLD.state <> 'published' OR NEW.state <> 'superseded')) BEGIN
  SELECT RAISE(ABORT, 'transparency.frozen');
END;
