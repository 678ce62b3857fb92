-- How often something public stopped being so: one column of one row, and triggers. No cost.
ALTER TABLE `content_epoch` ADD `takedowns` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE TRIGGER media_update_taken_down AFTER UPDATE ON media
WHEN OLD.state = 'approved' AND OLD.visibility = 'public' AND (NOT (NEW.state = 'approved' AND NEW.visibility = 'public') OR NEW.storage_key <> OLD.storage_key
        OR NEW.profile_id <> OLD.profile_id OR NEW.has_others IS NOT OLD.has_others) BEGIN
  UPDATE content_epoch SET takedowns = takedowns + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER media_delete_taken_down AFTER DELETE ON media
WHEN OLD.state = 'approved' AND OLD.visibility = 'public' BEGIN
  UPDATE content_epoch SET takedowns = takedowns + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER profiles_update_taken_down AFTER UPDATE ON profiles
WHEN OLD.state = 'published' AND NEW.state <> 'published' BEGIN
  UPDATE content_epoch SET takedowns = takedowns + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER profiles_delete_taken_down AFTER DELETE ON profiles
WHEN OLD.state = 'published' BEGIN
  UPDATE content_epoch SET takedowns = takedowns + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER media_consents_insert_taken_down AFTER INSERT ON media_consents
WHEN NEW.state <> 'granted' AND (SELECT state FROM media WHERE id = NEW.media_id) = 'approved' BEGIN
  UPDATE content_epoch SET takedowns = takedowns + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER media_consents_update_taken_down AFTER UPDATE ON media_consents
WHEN (SELECT state FROM media WHERE id = NEW.media_id) = 'approved' BEGIN
  UPDATE content_epoch SET takedowns = takedowns + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER media_consents_delete_taken_down AFTER DELETE ON media_consents
WHEN (SELECT state FROM media WHERE id = OLD.media_id) = 'approved' BEGIN
  UPDATE content_epoch SET takedowns = takedowns + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER identity_checks_insert_taken_down AFTER INSERT ON identity_checks
WHEN NEW.person_hash IS NOT NULL BEGIN
  UPDATE content_epoch SET takedowns = takedowns + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER identity_checks_update_taken_down AFTER UPDATE ON identity_checks
WHEN NEW.status <> OLD.status OR NEW.person_hash IS NOT OLD.person_hash BEGIN
  UPDATE content_epoch SET takedowns = takedowns + 1 WHERE id = 1;
END;
