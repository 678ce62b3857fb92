-- Whom owners show their private photos and videos, and the address that an application's link was mailed to: a column with a constant
-- default, an empty one, and triggers. No cost, whatever the number of rows.
ALTER TABLE `application_links` ADD `address_hash` text;--> statement-breakpoint
ALTER TABLE `contact_rules` ADD `private_for` text DEFAULT 'premium' NOT NULL;--> statement-breakpoint
CREATE TRIGGER contact_rules_insert_seen AFTER INSERT ON contact_rules
WHEN NEW.private_for <> 'premium' BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER contact_rules_update_seen AFTER UPDATE ON contact_rules
WHEN NEW.private_for <> OLD.private_for BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER contact_rules_delete_seen AFTER DELETE ON contact_rules
WHEN OLD.private_for <> 'premium' BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
