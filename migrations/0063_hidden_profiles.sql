-- Whom a profile is hidden from (trust-safety R41). Two columns with a default and an empty table: nothing is rewritten. Triggers and views
-- are made again; the search is not filled again, since nothing is hidden yet.
CREATE TABLE `hidden_addresses` (
	`id` text PRIMARY KEY NOT NULL,
	`profile_id` text NOT NULL,
	`mailbox_hash` text NOT NULL,
	`label_sealed` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`profile_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `hidden_addresses_profile` ON `hidden_addresses` (`profile_id`,`mailbox_hash`);--> statement-breakpoint
CREATE INDEX `hidden_addresses_mailbox` ON `hidden_addresses` (`mailbox_hash`);--> statement-breakpoint
ALTER TABLE `listings` ADD `hidden_from` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `profiles` ADD `hidden_from` text DEFAULT '' NOT NULL;--> statement-breakpoint
DROP TRIGGER listings_counted;
--> statement-breakpoint
DROP TRIGGER listings_uncounted;
--> statement-breakpoint
DROP TRIGGER profile_languages_found_on_delete;
--> statement-breakpoint
DROP TRIGGER profile_languages_found_on_insert;
--> statement-breakpoint
DROP TRIGGER profile_languages_found_on_update;
--> statement-breakpoint
DROP TRIGGER profile_services_found_on_delete;
--> statement-breakpoint
DROP TRIGGER profile_services_found_on_insert;
--> statement-breakpoint
DROP TRIGGER profile_services_found_on_update;
--> statement-breakpoint
DROP TRIGGER profile_texts_found_on_delete;
--> statement-breakpoint
DROP TRIGGER profile_texts_found_on_insert;
--> statement-breakpoint
DROP TRIGGER profile_texts_found_on_update;
--> statement-breakpoint
DROP TRIGGER profiles_found_on_insert;
--> statement-breakpoint
DROP TRIGGER profiles_found_on_update;
--> statement-breakpoint
DROP TRIGGER profiles_update_seen;
--> statement-breakpoint
DROP VIEW listed_profiles;
--> statement-breakpoint
DROP VIEW listed_sources;
--> statement-breakpoint
DROP VIEW listed_words;
--> statement-breakpoint
CREATE VIEW listed_sources AS
SELECT p.id AS profile_id,
  coalesce((SELECT newest + 1 FROM listings AS l WHERE newest >= p.published_at / 1000
      AND EXISTS (SELECT 1 FROM listings WHERE newest = p.published_at / 1000)
      AND NOT EXISTS (SELECT 1 FROM listings WHERE newest = l.newest + 1) ORDER BY newest LIMIT 1),
    p.published_at / 1000) AS newest,
  coalesce((SELECT max(price) + 1 FROM listings WHERE price >= p.hourly_rate * 268435456 AND price < (p.hourly_rate + 1) * 268435456),
    p.hourly_rate * 268435456) AS price,
  c.region_slug AS region,
  (SELECT json_group_array(category_id) FROM (
    SELECT p.category_id
    UNION SELECT s.category_id FROM profile_services AS o JOIN services AS s ON s.id = o.service_id WHERE o.profile_id = p.id
  )) AS categories,
  (SELECT json_group_array(facet) FROM (
    SELECT 's' || o.service_id AS facet FROM profile_services AS o WHERE o.profile_id = p.id
    UNION ALL SELECT 'l' || l.language FROM profile_languages AS l WHERE l.profile_id = p.id
    UNION ALL SELECT 'verified' WHERE p.verified_at IS NOT NULL
    UNION ALL SELECT 'available' WHERE p.available_until IS NOT NULL
  )) AS facets,
  p.slug, p.name, p.city_id, p.category_id, p.hourly_rate, p.languages, p.verified_at, p.published_at, p.available_until, p.private_photo_count, p.cover_media_id, p.cover_color,
  (SELECT json_group_object(t.locale, t.headline) FROM profile_texts AS t WHERE t.profile_id = p.id) AS headline,
  p.hidden_from
FROM profiles AS p JOIN cities AS c ON c.id = p.city_id
WHERE p.state = 'published';
--> statement-breakpoint
CREATE VIEW listed_profiles AS
SELECT profile_id, newest, price, city_id, region, categories, facets, hidden_from,
  json_object('id', profile_id, 'slug', slug, 'name', name, 'city_id', city_id, 'category_id', category_id, 'hourly_rate', hourly_rate, 'languages', languages, 'verified_at', verified_at, 'published_at', published_at, 'available_until', available_until, 'private_photo_count', private_photo_count, 'cover_media_id', cover_media_id, 'cover_color', cover_color, 'headline', json(headline)) AS card
FROM listings;
--> statement-breakpoint
CREATE VIEW listed_words AS
SELECT l.profile_id, l.newest, l.price,
  p.name || ' ' || coalesce((SELECT headline FROM profile_texts WHERE profile_id = p.id AND locale = 'en'), '')
    || ' ' || coalesce((SELECT name FROM city_texts WHERE city_id = p.city_id AND locale = 'en'), '')
    || ' ' || coalesce((SELECT group_concat(t.name, ' ') FROM profile_services AS o JOIN service_texts AS t ON t.service_id = o.service_id
      WHERE o.profile_id = p.id AND t.locale = 'en'), '')
    || ' ' || coalesce((SELECT group_concat(t.name, ' ') FROM service_category_texts AS t
      WHERE t.locale = 'en' AND t.category_id IN (SELECT value FROM json_each(l.categories))), '') AS en,
  p.name || ' ' || coalesce((SELECT headline FROM profile_texts WHERE profile_id = p.id AND locale = 'fr'), '')
    || ' ' || coalesce((SELECT name FROM city_texts WHERE city_id = p.city_id AND locale = 'fr'), '')
    || ' ' || coalesce((SELECT group_concat(t.name, ' ') FROM profile_services AS o JOIN service_texts AS t ON t.service_id = o.service_id
      WHERE o.profile_id = p.id AND t.locale = 'fr'), '')
    || ' ' || coalesce((SELECT group_concat(t.name, ' ') FROM service_category_texts AS t
      WHERE t.locale = 'fr' AND t.category_id IN (SELECT value FROM json_each(l.categories))), '') AS fr,
  'taggedall taggedc' || l.city_id || ' taggedr' || replace(l.region, '-', '')
    || coalesce((SELECT ' taggedk' || group_concat(value, ' taggedk') FROM json_each(l.categories)), '')
    || coalesce((SELECT ' tagged' || group_concat(value, ' tagged') FROM json_each(l.facets)), '')
    || iif(l.hidden_from = '', '', ' taggedh' || replace(l.hidden_from, ' ', ' taggedh') || ' taggedp' || l.profile_id) AS tags
FROM listings AS l JOIN profiles AS p ON p.id = l.profile_id;
--> statement-breakpoint
CREATE TRIGGER listings_counted AFTER INSERT ON listings BEGIN
  INSERT INTO listing_counts (category_id, city_id, profiles)
    SELECT category.id, city.id || seen.suffix, 1 FROM (SELECT '' AS id UNION ALL SELECT NEW.city_id) AS city,
      (SELECT '' AS id UNION ALL SELECT value FROM json_each(NEW.categories)) AS category, (SELECT '' AS suffix UNION ALL SELECT ' ' || value FROM json_each(
      iif(NEW.hidden_from = '', '[]', '["' || replace(NEW.hidden_from, ' ', '","') || '"]'))) AS seen WHERE true
    ON CONFLICT (category_id, city_id) DO UPDATE SET profiles = profiles + 1;
  INSERT INTO facet_counts (place, category_id, facet, profiles)
    SELECT place.id || seen.suffix, category.id, facet.value, 1 FROM json_each(NEW.facets) AS facet,
      (SELECT '' AS id UNION ALL SELECT NEW.city_id UNION ALL SELECT 'r-' || NEW.region) AS place,
      (SELECT '' AS id UNION ALL SELECT value FROM json_each(NEW.categories)) AS category, (SELECT '' AS suffix UNION ALL SELECT ' ' || value FROM json_each(
      iif(NEW.hidden_from = '', '[]', '["' || replace(NEW.hidden_from, ' ', '","') || '"]'))) AS seen WHERE true
    ON CONFLICT (place, category_id, facet) DO UPDATE SET profiles = profiles + 1;
END;
--> statement-breakpoint
CREATE TRIGGER listings_uncounted AFTER DELETE ON listings BEGIN
  INSERT INTO listing_counts (category_id, city_id, profiles)
    SELECT category.id, city.id || seen.suffix, 0 FROM (SELECT '' AS id UNION ALL SELECT OLD.city_id) AS city,
      (SELECT '' AS id UNION ALL SELECT value FROM json_each(OLD.categories)) AS category, (SELECT '' AS suffix UNION ALL SELECT ' ' || value FROM json_each(
      iif(OLD.hidden_from = '', '[]', '["' || replace(OLD.hidden_from, ' ', '","') || '"]'))) AS seen WHERE true
    ON CONFLICT (category_id, city_id) DO UPDATE SET profiles = profiles - 1;
  INSERT INTO facet_counts (place, category_id, facet, profiles)
    SELECT place.id || seen.suffix, category.id, facet.value, 0 FROM json_each(OLD.facets) AS facet,
      (SELECT '' AS id UNION ALL SELECT OLD.city_id UNION ALL SELECT 'r-' || OLD.region) AS place,
      (SELECT '' AS id UNION ALL SELECT value FROM json_each(OLD.categories)) AS category, (SELECT '' AS suffix UNION ALL SELECT ' ' || value FROM json_each(
      iif(OLD.hidden_from = '', '[]', '["' || replace(OLD.hidden_from, ' ', '","') || '"]'))) AS seen WHERE true
    ON CONFLICT (place, category_id, facet) DO UPDATE SET profiles = profiles - 1;
END;
--> statement-breakpoint
CREATE TRIGGER profiles_found_on_insert AFTER INSERT ON profiles
WHEN NEW.state = 'published' BEGIN
  DELETE FROM listings WHERE profile_id = NEW.id;
  INSERT INTO listings (profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline, hidden_from)
    SELECT profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline, hidden_from FROM listed_sources WHERE profile_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER profiles_found_on_update AFTER UPDATE OF state, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, hidden_from ON profiles
WHEN OLD.state = 'published' OR NEW.state = 'published' BEGIN
  DELETE FROM listings WHERE profile_id = NEW.id;
  INSERT INTO listings (profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline, hidden_from)
    SELECT profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline, hidden_from FROM listed_sources WHERE profile_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_texts_found_on_insert AFTER INSERT ON profile_texts
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = NEW.profile_id AND state = 'published') BEGIN
  DELETE FROM listings WHERE profile_id = NEW.profile_id;
  INSERT INTO listings (profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline, hidden_from)
    SELECT profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline, hidden_from FROM listed_sources WHERE profile_id = NEW.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_texts_found_on_update AFTER UPDATE ON profile_texts
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = NEW.profile_id AND state = 'published') BEGIN
  DELETE FROM listings WHERE profile_id = NEW.profile_id;
  INSERT INTO listings (profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline, hidden_from)
    SELECT profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline, hidden_from FROM listed_sources WHERE profile_id = NEW.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_texts_found_on_delete AFTER DELETE ON profile_texts
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = OLD.profile_id AND state = 'published') BEGIN
  DELETE FROM listings WHERE profile_id = OLD.profile_id;
  INSERT INTO listings (profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline, hidden_from)
    SELECT profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline, hidden_from FROM listed_sources WHERE profile_id = OLD.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_services_found_on_insert AFTER INSERT ON profile_services
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = NEW.profile_id AND state = 'published') BEGIN
  DELETE FROM listings WHERE profile_id = NEW.profile_id;
  INSERT INTO listings (profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline, hidden_from)
    SELECT profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline, hidden_from FROM listed_sources WHERE profile_id = NEW.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_services_found_on_update AFTER UPDATE ON profile_services
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = NEW.profile_id AND state = 'published') BEGIN
  DELETE FROM listings WHERE profile_id = NEW.profile_id;
  INSERT INTO listings (profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline, hidden_from)
    SELECT profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline, hidden_from FROM listed_sources WHERE profile_id = NEW.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_services_found_on_delete AFTER DELETE ON profile_services
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = OLD.profile_id AND state = 'published') BEGIN
  DELETE FROM listings WHERE profile_id = OLD.profile_id;
  INSERT INTO listings (profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline, hidden_from)
    SELECT profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline, hidden_from FROM listed_sources WHERE profile_id = OLD.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_languages_found_on_insert AFTER INSERT ON profile_languages
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = NEW.profile_id AND state = 'published') BEGIN
  DELETE FROM listings WHERE profile_id = NEW.profile_id;
  INSERT INTO listings (profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline, hidden_from)
    SELECT profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline, hidden_from FROM listed_sources WHERE profile_id = NEW.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_languages_found_on_update AFTER UPDATE ON profile_languages
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = NEW.profile_id AND state = 'published') BEGIN
  DELETE FROM listings WHERE profile_id = NEW.profile_id;
  INSERT INTO listings (profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline, hidden_from)
    SELECT profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline, hidden_from FROM listed_sources WHERE profile_id = NEW.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_languages_found_on_delete AFTER DELETE ON profile_languages
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = OLD.profile_id AND state = 'published') BEGIN
  DELETE FROM listings WHERE profile_id = OLD.profile_id;
  INSERT INTO listings (profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline, hidden_from)
    SELECT profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline, hidden_from FROM listed_sources WHERE profile_id = OLD.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER profiles_update_seen AFTER UPDATE ON profiles
WHEN OLD.state = 'published' OR NEW.state = 'published' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || NEW.id, iif((NEW.state IS NOT OLD.state OR NEW.slug IS NOT OLD.slug OR NEW.name IS NOT OLD.name OR NEW.city_id IS NOT OLD.city_id OR NEW.category_id IS NOT OLD.category_id OR NEW.hourly_rate IS NOT OLD.hourly_rate OR NEW.languages IS NOT OLD.languages OR NEW.verified_at IS NOT OLD.verified_at OR NEW.published_at IS NOT OLD.published_at OR NEW.available_until IS NOT OLD.available_until OR NEW.private_photo_count IS NOT OLD.private_photo_count OR NEW.cover_media_id IS NOT OLD.cover_media_id OR NEW.cover_color IS NOT OLD.cover_color OR NEW.hidden_from IS NOT OLD.hidden_from), 'card:' || NEW.id, NULL), iif((NEW.state IS NOT OLD.state OR NEW.city_id IS NOT OLD.city_id OR NEW.category_id IS NOT OLD.category_id OR NEW.published_at IS NOT OLD.published_at OR NEW.hidden_from IS NOT OLD.hidden_from) OR (NEW.featured_rank IS NOT OLD.featured_rank), 'list:', NULL), iif((NEW.state IS NOT OLD.state OR NEW.city_id IS NOT OLD.city_id OR NEW.category_id IS NOT OLD.category_id OR NEW.published_at IS NOT OLD.published_at OR NEW.hidden_from IS NOT OLD.hidden_from), 'list:' || OLD.city_id, NULL), iif((NEW.state IS NOT OLD.state OR NEW.city_id IS NOT OLD.city_id OR NEW.category_id IS NOT OLD.category_id OR NEW.published_at IS NOT OLD.published_at OR NEW.hidden_from IS NOT OLD.hidden_from), 'list:' || NEW.city_id, NULL), iif((NEW.state IS NOT OLD.state OR NEW.city_id IS NOT OLD.city_id OR NEW.category_id IS NOT OLD.category_id OR NEW.published_at IS NOT OLD.published_at OR NEW.hidden_from IS NOT OLD.hidden_from), 'list:' || OLD.category_id, NULL), iif((NEW.state IS NOT OLD.state OR NEW.city_id IS NOT OLD.city_id OR NEW.category_id IS NOT OLD.category_id OR NEW.published_at IS NOT OLD.published_at OR NEW.hidden_from IS NOT OLD.hidden_from), 'list:' || NEW.category_id, NULL), iif((NEW.hourly_rate <> OLD.hourly_rate OR (NEW.verified_at IS NULL) <> (OLD.verified_at IS NULL) OR (NEW.available_until IS NULL) <> (OLD.available_until IS NULL)), 'filter:', NULL), iif((NEW.hourly_rate <> OLD.hourly_rate OR (NEW.verified_at IS NULL) <> (OLD.verified_at IS NULL) OR (NEW.available_until IS NULL) <> (OLD.available_until IS NULL)), 'filter:' || NEW.city_id, NULL))) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT 'list:' || s.category_id, n.epoch FROM content_epoch AS n, profile_services AS o JOIN services AS s ON s.id = o.service_id WHERE n.id = 1 AND o.profile_id = NEW.id AND (NEW.state IS NOT OLD.state OR NEW.city_id IS NOT OLD.city_id OR NEW.category_id IS NOT OLD.category_id OR NEW.published_at IS NOT OLD.published_at OR NEW.hidden_from IS NOT OLD.hidden_from)
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
