-- With a million profiles: three indexes of what waits, a few thousand rows each; each is made by one scan of its table, in seconds.
CREATE INDEX `identity_checks_waiting` ON `identity_checks` (`user_id`) WHERE provider = 'staff' AND status IN ('pending', 'processing');--> statement-breakpoint
CREATE INDEX `media_waiting` ON `media` (`kind`,`profile_id`) WHERE state = 'ready' AND is_encoded = 1;--> statement-breakpoint
CREATE INDEX `tickets_open` ON `tickets` (`assignee_id`) WHERE state = 'open';