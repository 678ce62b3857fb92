-- Deadlines of reports, by which they are listed and the leads alerted. Rewrites each report once: some tens of thousands.
ALTER TABLE `reports` ADD `due_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `reports` ADD `alerted_at` integer;--> statement-breakpoint
UPDATE reports SET due_at = created_at + CASE priority WHEN 'P0' THEN 3600000 WHEN 'P1' THEN 172800000 ELSE 777600000 END;
--> statement-breakpoint
CREATE TRIGGER reports_due BEFORE INSERT ON reports
WHEN NEW.due_at = 0 BEGIN
  SELECT RAISE(ABORT, 'reports.due_missing');
END;
