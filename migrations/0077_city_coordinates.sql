-- Adds two columns without a value: one statement each, whatever the size of the table.
ALTER TABLE `cities` ADD `latitude` real;--> statement-breakpoint
ALTER TABLE `cities` ADD `longitude` real;
