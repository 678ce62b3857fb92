ALTER TABLE `users` ADD `banned_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `banned_by` text REFERENCES users(id) ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `ban_reason` text;--> statement-breakpoint
CREATE INDEX `users_banned_by` ON `users` (`banned_by`);--> statement-breakpoint
-- Whoever publishes a profile meanwhile, its owner or staff: of who is banned, none is public.
CREATE TRIGGER profiles_of_banned BEFORE UPDATE OF state ON profiles
WHEN NEW.state = 'published' AND EXISTS (SELECT 1 FROM users WHERE id = NEW.owner_id AND banned_at IS NOT NULL) BEGIN
  SELECT RAISE(IGNORE);
END;
