-- The latest change of each part of public content: an empty table, and triggers. No cost.
CREATE TABLE `content_changes` (
	`scope` text PRIMARY KEY NOT NULL,
	`epoch` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `content_changes_epoch` ON `content_changes` (`epoch`);
--> statement-breakpoint
DROP TRIGGER cities_delete_seen;
--> statement-breakpoint
DROP TRIGGER cities_update_seen;
--> statement-breakpoint
DROP TRIGGER city_texts_delete_seen;
--> statement-breakpoint
DROP TRIGGER city_texts_insert_seen;
--> statement-breakpoint
DROP TRIGGER city_texts_update_seen;
--> statement-breakpoint
DROP TRIGGER contact_rules_delete_seen;
--> statement-breakpoint
DROP TRIGGER contact_rules_insert_seen;
--> statement-breakpoint
DROP TRIGGER contact_rules_update_seen;
--> statement-breakpoint
DROP TRIGGER faq_texts_delete_seen;
--> statement-breakpoint
DROP TRIGGER faq_texts_insert_seen;
--> statement-breakpoint
DROP TRIGGER faq_texts_update_seen;
--> statement-breakpoint
DROP TRIGGER faqs_delete_seen;
--> statement-breakpoint
DROP TRIGGER faqs_update_seen;
--> statement-breakpoint
DROP TRIGGER media_consents_delete_seen;
--> statement-breakpoint
DROP TRIGGER media_consents_insert_seen;
--> statement-breakpoint
DROP TRIGGER media_consents_update_seen;
--> statement-breakpoint
DROP TRIGGER media_delete_seen;
--> statement-breakpoint
DROP TRIGGER media_insert_seen;
--> statement-breakpoint
DROP TRIGGER media_update_seen;
--> statement-breakpoint
DROP TRIGGER page_texts_delete_seen;
--> statement-breakpoint
DROP TRIGGER page_texts_insert_seen;
--> statement-breakpoint
DROP TRIGGER page_texts_update_seen;
--> statement-breakpoint
DROP TRIGGER pages_delete_seen;
--> statement-breakpoint
DROP TRIGGER pages_update_seen;
--> statement-breakpoint
DROP TRIGGER profile_languages_delete_seen;
--> statement-breakpoint
DROP TRIGGER profile_languages_update_seen;
--> statement-breakpoint
DROP TRIGGER profile_service_texts_delete_seen;
--> statement-breakpoint
DROP TRIGGER profile_service_texts_update_seen;
--> statement-breakpoint
DROP TRIGGER profile_services_delete_seen;
--> statement-breakpoint
DROP TRIGGER profile_services_insert_seen;
--> statement-breakpoint
DROP TRIGGER profile_services_update_seen;
--> statement-breakpoint
DROP TRIGGER profile_texts_delete_seen;
--> statement-breakpoint
DROP TRIGGER profile_texts_update_seen;
--> statement-breakpoint
DROP TRIGGER profiles_delete_seen;
--> statement-breakpoint
DROP TRIGGER profiles_insert_seen;
--> statement-breakpoint
DROP TRIGGER profiles_update_seen;
--> statement-breakpoint
DROP TRIGGER service_categories_delete_seen;
--> statement-breakpoint
DROP TRIGGER service_categories_update_seen;
--> statement-breakpoint
DROP TRIGGER service_category_texts_delete_seen;
--> statement-breakpoint
DROP TRIGGER service_category_texts_insert_seen;
--> statement-breakpoint
DROP TRIGGER service_category_texts_update_seen;
--> statement-breakpoint
DROP TRIGGER service_texts_delete_seen;
--> statement-breakpoint
DROP TRIGGER service_texts_insert_seen;
--> statement-breakpoint
DROP TRIGGER service_texts_update_seen;
--> statement-breakpoint
DROP TRIGGER services_delete_seen;
--> statement-breakpoint
DROP TRIGGER services_update_seen;
--> statement-breakpoint
DROP TRIGGER settings_delete_seen;
--> statement-breakpoint
DROP TRIGGER settings_insert_seen;
--> statement-breakpoint
DROP TRIGGER settings_update_seen;
--> statement-breakpoint
DROP TRIGGER slug_redirects_delete_seen;
--> statement-breakpoint
DROP TRIGGER slug_redirects_insert_seen;
--> statement-breakpoint
DROP TRIGGER slug_redirects_update_seen;
--> statement-breakpoint
CREATE TRIGGER profiles_insert_seen AFTER INSERT ON profiles
WHEN NEW.state = 'published' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || NEW.id, 'card:' || NEW.id, 'list:', 'list:' || NEW.city_id, 'list:' || NEW.category_id)) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER profiles_update_seen AFTER UPDATE ON profiles
WHEN OLD.state = 'published' OR NEW.state = 'published' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || NEW.id, iif((NEW.state IS NOT OLD.state OR NEW.slug IS NOT OLD.slug OR NEW.name IS NOT OLD.name OR NEW.city_id IS NOT OLD.city_id OR NEW.category_id IS NOT OLD.category_id OR NEW.hourly_rate IS NOT OLD.hourly_rate OR NEW.languages IS NOT OLD.languages OR NEW.verified_at IS NOT OLD.verified_at OR NEW.published_at IS NOT OLD.published_at OR NEW.available_until IS NOT OLD.available_until OR NEW.private_photo_count IS NOT OLD.private_photo_count OR NEW.cover_media_id IS NOT OLD.cover_media_id OR NEW.cover_color IS NOT OLD.cover_color), 'card:' || NEW.id, NULL), iif((NEW.state IS NOT OLD.state OR NEW.city_id IS NOT OLD.city_id OR NEW.category_id IS NOT OLD.category_id OR NEW.published_at IS NOT OLD.published_at) OR (NEW.featured_rank IS NOT OLD.featured_rank), 'list:', NULL), iif((NEW.state IS NOT OLD.state OR NEW.city_id IS NOT OLD.city_id OR NEW.category_id IS NOT OLD.category_id OR NEW.published_at IS NOT OLD.published_at), 'list:' || OLD.city_id, NULL), iif((NEW.state IS NOT OLD.state OR NEW.city_id IS NOT OLD.city_id OR NEW.category_id IS NOT OLD.category_id OR NEW.published_at IS NOT OLD.published_at), 'list:' || NEW.city_id, NULL), iif((NEW.state IS NOT OLD.state OR NEW.city_id IS NOT OLD.city_id OR NEW.category_id IS NOT OLD.category_id OR NEW.published_at IS NOT OLD.published_at), 'list:' || OLD.category_id, NULL), iif((NEW.state IS NOT OLD.state OR NEW.city_id IS NOT OLD.city_id OR NEW.category_id IS NOT OLD.category_id OR NEW.published_at IS NOT OLD.published_at), 'list:' || NEW.category_id, NULL), iif((NEW.hourly_rate <> OLD.hourly_rate OR (NEW.verified_at IS NULL) <> (OLD.verified_at IS NULL) OR (NEW.available_until IS NULL) <> (OLD.available_until IS NULL)), 'filter:', NULL), iif((NEW.hourly_rate <> OLD.hourly_rate OR (NEW.verified_at IS NULL) <> (OLD.verified_at IS NULL) OR (NEW.available_until IS NULL) <> (OLD.available_until IS NULL)), 'filter:' || NEW.city_id, NULL))) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT 'list:' || s.category_id, n.epoch FROM content_epoch AS n, profile_services AS o JOIN services AS s ON s.id = o.service_id WHERE n.id = 1 AND o.profile_id = NEW.id AND (NEW.state IS NOT OLD.state OR NEW.city_id IS NOT OLD.city_id OR NEW.category_id IS NOT OLD.category_id OR NEW.published_at IS NOT OLD.published_at)
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER profiles_delete_seen AFTER DELETE ON profiles
WHEN OLD.state = 'published' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || OLD.id, 'card:' || OLD.id, 'list:', 'list:' || OLD.city_id, 'list:' || OLD.category_id)) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER profile_texts_insert_seen AFTER INSERT ON profile_texts
WHEN coalesce((SELECT state FROM profiles WHERE id = NEW.profile_id), 'published') = 'published' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || NEW.profile_id, 'card:' || NEW.profile_id)) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER profile_texts_update_seen AFTER UPDATE ON profile_texts
WHEN coalesce((SELECT state FROM profiles WHERE id = NEW.profile_id), 'published') = 'published' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || NEW.profile_id, iif((NEW.headline IS NOT OLD.headline), 'card:' || NEW.profile_id, NULL))) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER profile_texts_delete_seen AFTER DELETE ON profile_texts
WHEN coalesce((SELECT state FROM profiles WHERE id = OLD.profile_id), 'published') = 'published' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || OLD.profile_id, 'card:' || OLD.profile_id)) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER profile_service_texts_insert_seen AFTER INSERT ON profile_service_texts
WHEN coalesce((SELECT state FROM profiles WHERE id = NEW.profile_id), 'published') = 'published' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || NEW.profile_id)) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER profile_service_texts_update_seen AFTER UPDATE ON profile_service_texts
WHEN coalesce((SELECT state FROM profiles WHERE id = NEW.profile_id), 'published') = 'published' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || NEW.profile_id)) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER profile_service_texts_delete_seen AFTER DELETE ON profile_service_texts
WHEN coalesce((SELECT state FROM profiles WHERE id = OLD.profile_id), 'published') = 'published' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || OLD.profile_id)) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER slug_redirects_insert_seen AFTER INSERT ON slug_redirects
WHEN coalesce((SELECT state FROM profiles WHERE id = NEW.profile_id), 'published') = 'published' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || NEW.profile_id)) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER slug_redirects_update_seen AFTER UPDATE ON slug_redirects
WHEN coalesce((SELECT state FROM profiles WHERE id = NEW.profile_id), 'published') = 'published' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || NEW.profile_id)) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER slug_redirects_delete_seen AFTER DELETE ON slug_redirects
WHEN coalesce((SELECT state FROM profiles WHERE id = OLD.profile_id), 'published') = 'published' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || OLD.profile_id)) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER profile_languages_insert_seen AFTER INSERT ON profile_languages
WHEN coalesce((SELECT state FROM profiles WHERE id = NEW.profile_id), 'published') = 'published' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || NEW.profile_id, 'filter:', 'filter:' || (SELECT city_id FROM profiles WHERE id = NEW.profile_id))) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER profile_languages_update_seen AFTER UPDATE ON profile_languages
WHEN coalesce((SELECT state FROM profiles WHERE id = NEW.profile_id), 'published') = 'published' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || NEW.profile_id, 'filter:', 'filter:' || (SELECT city_id FROM profiles WHERE id = NEW.profile_id))) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER profile_languages_delete_seen AFTER DELETE ON profile_languages
WHEN coalesce((SELECT state FROM profiles WHERE id = OLD.profile_id), 'published') = 'published' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || OLD.profile_id, 'filter:', 'filter:' || (SELECT city_id FROM profiles WHERE id = OLD.profile_id))) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER profile_services_insert_seen AFTER INSERT ON profile_services
WHEN coalesce((SELECT state FROM profiles WHERE id = NEW.profile_id), 'published') = 'published' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || NEW.profile_id, 'filter:', 'filter:' || (SELECT city_id FROM profiles WHERE id = NEW.profile_id), 'list:' || (SELECT category_id FROM services WHERE id = NEW.service_id))) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER profile_services_update_seen AFTER UPDATE ON profile_services
WHEN coalesce((SELECT state FROM profiles WHERE id = NEW.profile_id), 'published') = 'published' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || NEW.profile_id)) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER profile_services_delete_seen AFTER DELETE ON profile_services
WHEN coalesce((SELECT state FROM profiles WHERE id = OLD.profile_id), 'published') = 'published' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || OLD.profile_id, 'filter:', 'filter:' || (SELECT city_id FROM profiles WHERE id = OLD.profile_id), 'list:' || (SELECT category_id FROM services WHERE id = OLD.service_id))) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER media_insert_seen AFTER INSERT ON media
WHEN NEW.state = 'approved' AND coalesce((SELECT state FROM profiles WHERE id = NEW.profile_id), 'published') = 'published' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || NEW.profile_id)) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER media_update_seen AFTER UPDATE ON media
WHEN OLD.state = 'approved' OR NEW.state = 'approved' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || OLD.profile_id, 'profile:' || NEW.profile_id)) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER media_delete_seen AFTER DELETE ON media
WHEN OLD.state = 'approved' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || OLD.profile_id)) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER media_texts_insert_seen AFTER INSERT ON media_texts
WHEN (SELECT state FROM media WHERE id = NEW.media_id) = 'approved' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || (SELECT profile_id FROM media WHERE id = NEW.media_id))) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER media_texts_update_seen AFTER UPDATE ON media_texts
WHEN (SELECT state FROM media WHERE id = NEW.media_id) = 'approved' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || (SELECT profile_id FROM media WHERE id = NEW.media_id))) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER media_texts_delete_seen AFTER DELETE ON media_texts
WHEN (SELECT state FROM media WHERE id = OLD.media_id) = 'approved' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || (SELECT profile_id FROM media WHERE id = OLD.media_id))) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER media_consents_insert_seen AFTER INSERT ON media_consents
WHEN (SELECT state FROM media WHERE id = NEW.media_id) = 'approved' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || (SELECT profile_id FROM media WHERE id = NEW.media_id))) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER media_consents_update_seen AFTER UPDATE ON media_consents
WHEN (SELECT state FROM media WHERE id = NEW.media_id) = 'approved' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || (SELECT profile_id FROM media WHERE id = NEW.media_id))) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER media_consents_delete_seen AFTER DELETE ON media_consents
WHEN (SELECT state FROM media WHERE id = OLD.media_id) = 'approved' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || (SELECT profile_id FROM media WHERE id = OLD.media_id))) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER identity_checks_insert_seen AFTER INSERT ON identity_checks
WHEN NEW.person_hash IS NOT NULL BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT 'profile:' || profiles.id, n.epoch FROM content_epoch AS n, profiles WHERE n.id = 1 AND owner_id = NEW.user_id
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT 'profile:' || d.profile_id, n.epoch FROM content_epoch AS n, depicted_people AS d WHERE n.id = 1 AND d.id = NEW.person_id
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER identity_checks_update_seen AFTER UPDATE ON identity_checks
WHEN NEW.status <> OLD.status OR NEW.person_hash IS NOT OLD.person_hash BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT 'profile:' || profiles.id, n.epoch FROM content_epoch AS n, profiles WHERE n.id = 1 AND owner_id = NEW.user_id
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT 'profile:' || d.profile_id, n.epoch FROM content_epoch AS n, depicted_people AS d WHERE n.id = 1 AND d.id = NEW.person_id
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER contact_rules_insert_seen AFTER INSERT ON contact_rules
WHEN NEW.private_for <> 'premium' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT 'profile:' || profiles.id, n.epoch FROM content_epoch AS n, profiles WHERE n.id = 1 AND owner_id = NEW.user_id
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER contact_rules_update_seen AFTER UPDATE ON contact_rules
WHEN NEW.private_for <> OLD.private_for BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT 'profile:' || profiles.id, n.epoch FROM content_epoch AS n, profiles WHERE n.id = 1 AND owner_id = NEW.user_id
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER contact_rules_delete_seen AFTER DELETE ON contact_rules
WHEN OLD.private_for <> 'premium' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT 'profile:' || profiles.id, n.epoch FROM content_epoch AS n, profiles WHERE n.id = 1 AND owner_id = OLD.user_id
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER cities_update_seen AFTER UPDATE ON cities BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('site')) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER cities_delete_seen AFTER DELETE ON cities BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('site')) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER service_categories_update_seen AFTER UPDATE ON service_categories BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('site')) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER service_categories_delete_seen AFTER DELETE ON service_categories BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('site')) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER services_update_seen AFTER UPDATE ON services BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('site')) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER services_delete_seen AFTER DELETE ON services BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('site')) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER city_texts_insert_seen AFTER INSERT ON city_texts BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('site')) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER city_texts_update_seen AFTER UPDATE ON city_texts BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('site')) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER city_texts_delete_seen AFTER DELETE ON city_texts BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('site')) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER service_category_texts_insert_seen AFTER INSERT ON service_category_texts BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('site')) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER service_category_texts_update_seen AFTER UPDATE ON service_category_texts BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('site')) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER service_category_texts_delete_seen AFTER DELETE ON service_category_texts BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('site')) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER service_texts_insert_seen AFTER INSERT ON service_texts BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('site')) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER service_texts_update_seen AFTER UPDATE ON service_texts BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('site')) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER service_texts_delete_seen AFTER DELETE ON service_texts BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('site')) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER pages_update_seen AFTER UPDATE ON pages BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('texts')) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER pages_delete_seen AFTER DELETE ON pages BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('texts')) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER faqs_update_seen AFTER UPDATE ON faqs BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('texts')) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER faqs_delete_seen AFTER DELETE ON faqs BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('texts')) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER page_texts_insert_seen AFTER INSERT ON page_texts BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('texts')) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER page_texts_update_seen AFTER UPDATE ON page_texts BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('texts')) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER page_texts_delete_seen AFTER DELETE ON page_texts BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('texts')) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER faq_texts_insert_seen AFTER INSERT ON faq_texts BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('texts')) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER faq_texts_update_seen AFTER UPDATE ON faq_texts BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('texts')) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER faq_texts_delete_seen AFTER DELETE ON faq_texts BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('texts')) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
