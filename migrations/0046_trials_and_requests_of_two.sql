-- Reservations of trials: two columns that are null, and a partial index that is empty. No cost.
ALTER TABLE `trial_uses` ADD `holder` text;--> statement-breakpoint
ALTER TABLE `trial_uses` ADD `reserved_until` integer;--> statement-breakpoint
CREATE INDEX `trial_uses_reserved` ON `trial_uses` (`holder`) WHERE reserved_until IS NOT NULL;