-- Costs nothing that grows with profiles: one column without a default, and an index of what staff deleted.
ALTER TABLE `resource_revisions` ADD `deletion` text;--> statement-breakpoint
CREATE INDEX `resource_revisions_deletions` ON `resource_revisions` (`resource`,`id`) WHERE deletion IS NOT NULL;