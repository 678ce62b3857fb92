-- The second and third pictures of cards. With a million profiles each of the three updates takes 1 to 3 seconds; they come
-- before the triggers that would list each profile again, since its place and its words stay as they are.
ALTER TABLE `listings` ADD `more_media_ids` text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE `profiles` ADD `more_media_ids` text DEFAULT '' NOT NULL;
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
UPDATE profiles SET more_media_ids = (SELECT coalesce(group_concat(id), '') FROM (
  SELECT id FROM media WHERE profile_id = profiles.id AND kind = 'photo' AND visibility = 'public' AND state = 'approved'
    AND (NOT EXISTS (SELECT 1 FROM media_consents AS c
      WHERE c.media_id = media.id AND (c.state <> 'granted' OR EXISTS (SELECT 1 FROM identity_checks AS i JOIN depicted_people AS d ON d.id = i.person_id
      WHERE i.person_id = c.person_id AND i.status = 'verified' AND i.person_hash IS NOT NULL AND (
        EXISTS (SELECT 1 FROM profiles AS p JOIN identity_checks AS o ON o.user_id = p.owner_id
          WHERE p.id = d.profile_id AND o.status = 'verified' AND o.person_hash = i.person_hash)
        OR EXISTS (SELECT 1 FROM depicted_people AS e JOIN identity_checks AS o ON o.person_id = e.id
          WHERE e.profile_id = d.profile_id AND e.id <> d.id AND o.status = 'verified' AND o.person_hash = i.person_hash)))))
    AND NOT EXISTS (SELECT 1 FROM media AS d WHERE d.id = media.id AND iif(d.has_others IS NULL, d.client_id IS NOT NULL,
      d.has_others = 1 AND NOT EXISTS (SELECT 1 FROM media_consents WHERE media_id = d.id)))) ORDER BY position LIMIT 2 OFFSET 1))
  WHERE photo_count > 1 AND substr(id, -1) BETWEEN '0' AND 'F';
--> statement-breakpoint
UPDATE profiles SET more_media_ids = (SELECT coalesce(group_concat(id), '') FROM (
  SELECT id FROM media WHERE profile_id = profiles.id AND kind = 'photo' AND visibility = 'public' AND state = 'approved'
    AND (NOT EXISTS (SELECT 1 FROM media_consents AS c
      WHERE c.media_id = media.id AND (c.state <> 'granted' OR EXISTS (SELECT 1 FROM identity_checks AS i JOIN depicted_people AS d ON d.id = i.person_id
      WHERE i.person_id = c.person_id AND i.status = 'verified' AND i.person_hash IS NOT NULL AND (
        EXISTS (SELECT 1 FROM profiles AS p JOIN identity_checks AS o ON o.user_id = p.owner_id
          WHERE p.id = d.profile_id AND o.status = 'verified' AND o.person_hash = i.person_hash)
        OR EXISTS (SELECT 1 FROM depicted_people AS e JOIN identity_checks AS o ON o.person_id = e.id
          WHERE e.profile_id = d.profile_id AND e.id <> d.id AND o.status = 'verified' AND o.person_hash = i.person_hash)))))
    AND NOT EXISTS (SELECT 1 FROM media AS d WHERE d.id = media.id AND iif(d.has_others IS NULL, d.client_id IS NOT NULL,
      d.has_others = 1 AND NOT EXISTS (SELECT 1 FROM media_consents WHERE media_id = d.id)))) ORDER BY position LIMIT 2 OFFSET 1))
  WHERE photo_count > 1 AND substr(id, -1) BETWEEN 'G' AND 'z';
--> statement-breakpoint
UPDATE listings SET more_media_ids = (SELECT p.more_media_ids FROM profiles AS p WHERE p.id = listings.profile_id);
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
  p.slug, p.name, p.city_id, p.category_id, p.hourly_rate, p.languages, p.verified_at, p.published_at, p.available_until, p.private_photo_count, p.cover_media_id, p.cover_color, p.more_media_ids,
  (SELECT json_group_object(t.locale, t.headline) FROM profile_texts AS t WHERE t.profile_id = p.id) AS headline,
  p.hidden_from
FROM profiles AS p JOIN cities AS c ON c.id = p.city_id
WHERE p.state = 'published';
--> statement-breakpoint
CREATE VIEW listed_profiles AS
SELECT profile_id, newest, price, city_id, region, categories, facets, hidden_from,
  json_object('id', profile_id, 'slug', slug, 'name', name, 'city_id', city_id, 'category_id', category_id, 'hourly_rate', hourly_rate, 'languages', languages, 'verified_at', verified_at, 'published_at', published_at, 'available_until', available_until, 'private_photo_count', private_photo_count, 'cover_media_id', cover_media_id, 'cover_color', cover_color, 'more_media_ids', more_media_ids, 'headline', json(headline)) AS card
FROM listings;
--> statement-breakpoint
CREATE TRIGGER profiles_found_on_insert AFTER INSERT ON profiles
WHEN NEW.state = 'published' BEGIN
  DELETE FROM listings WHERE profile_id = NEW.id;
  INSERT INTO listings (profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, more_media_ids, headline, hidden_from)
    SELECT profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, more_media_ids, headline, hidden_from FROM listed_sources WHERE profile_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER profiles_found_on_update AFTER UPDATE OF state, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, more_media_ids, hidden_from, rhythm ON profiles
WHEN OLD.state = 'published' OR NEW.state = 'published' BEGIN
  DELETE FROM listings WHERE profile_id = NEW.id;
  INSERT INTO listings (profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, more_media_ids, headline, hidden_from)
    SELECT profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, more_media_ids, headline, hidden_from FROM listed_sources WHERE profile_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_texts_found_on_insert AFTER INSERT ON profile_texts
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = NEW.profile_id AND state = 'published') BEGIN
  DELETE FROM listings WHERE profile_id = NEW.profile_id;
  INSERT INTO listings (profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, more_media_ids, headline, hidden_from)
    SELECT profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, more_media_ids, headline, hidden_from FROM listed_sources WHERE profile_id = NEW.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_texts_found_on_update AFTER UPDATE ON profile_texts
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = NEW.profile_id AND state = 'published') BEGIN
  DELETE FROM listings WHERE profile_id = NEW.profile_id;
  INSERT INTO listings (profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, more_media_ids, headline, hidden_from)
    SELECT profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, more_media_ids, headline, hidden_from FROM listed_sources WHERE profile_id = NEW.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_texts_found_on_delete AFTER DELETE ON profile_texts
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = OLD.profile_id AND state = 'published') BEGIN
  DELETE FROM listings WHERE profile_id = OLD.profile_id;
  INSERT INTO listings (profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, more_media_ids, headline, hidden_from)
    SELECT profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, more_media_ids, headline, hidden_from FROM listed_sources WHERE profile_id = OLD.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_services_found_on_insert AFTER INSERT ON profile_services
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = NEW.profile_id AND state = 'published') BEGIN
  DELETE FROM listings WHERE profile_id = NEW.profile_id;
  INSERT INTO listings (profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, more_media_ids, headline, hidden_from)
    SELECT profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, more_media_ids, headline, hidden_from FROM listed_sources WHERE profile_id = NEW.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_services_found_on_update AFTER UPDATE ON profile_services
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = NEW.profile_id AND state = 'published') BEGIN
  DELETE FROM listings WHERE profile_id = NEW.profile_id;
  INSERT INTO listings (profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, more_media_ids, headline, hidden_from)
    SELECT profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, more_media_ids, headline, hidden_from FROM listed_sources WHERE profile_id = NEW.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_services_found_on_delete AFTER DELETE ON profile_services
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = OLD.profile_id AND state = 'published') BEGIN
  DELETE FROM listings WHERE profile_id = OLD.profile_id;
  INSERT INTO listings (profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, more_media_ids, headline, hidden_from)
    SELECT profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, more_media_ids, headline, hidden_from FROM listed_sources WHERE profile_id = OLD.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_languages_found_on_insert AFTER INSERT ON profile_languages
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = NEW.profile_id AND state = 'published') BEGIN
  DELETE FROM listings WHERE profile_id = NEW.profile_id;
  INSERT INTO listings (profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, more_media_ids, headline, hidden_from)
    SELECT profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, more_media_ids, headline, hidden_from FROM listed_sources WHERE profile_id = NEW.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_languages_found_on_update AFTER UPDATE ON profile_languages
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = NEW.profile_id AND state = 'published') BEGIN
  DELETE FROM listings WHERE profile_id = NEW.profile_id;
  INSERT INTO listings (profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, more_media_ids, headline, hidden_from)
    SELECT profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, more_media_ids, headline, hidden_from FROM listed_sources WHERE profile_id = NEW.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_languages_found_on_delete AFTER DELETE ON profile_languages
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = OLD.profile_id AND state = 'published') BEGIN
  DELETE FROM listings WHERE profile_id = OLD.profile_id;
  INSERT INTO listings (profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, more_media_ids, headline, hidden_from)
    SELECT profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, more_media_ids, headline, hidden_from FROM listed_sources WHERE profile_id = OLD.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER profiles_update_seen AFTER UPDATE ON profiles
WHEN OLD.state = 'published' OR NEW.state = 'published' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || NEW.id, iif((NEW.state IS NOT OLD.state OR NEW.slug IS NOT OLD.slug OR NEW.name IS NOT OLD.name OR NEW.city_id IS NOT OLD.city_id OR NEW.category_id IS NOT OLD.category_id OR NEW.hourly_rate IS NOT OLD.hourly_rate OR NEW.languages IS NOT OLD.languages OR NEW.verified_at IS NOT OLD.verified_at OR NEW.published_at IS NOT OLD.published_at OR NEW.available_until IS NOT OLD.available_until OR NEW.private_photo_count IS NOT OLD.private_photo_count OR NEW.cover_media_id IS NOT OLD.cover_media_id OR NEW.cover_color IS NOT OLD.cover_color OR NEW.more_media_ids IS NOT OLD.more_media_ids OR NEW.hidden_from IS NOT OLD.hidden_from), 'card:' || NEW.id, NULL), iif((NEW.state IS NOT OLD.state OR NEW.city_id IS NOT OLD.city_id OR NEW.category_id IS NOT OLD.category_id OR NEW.published_at IS NOT OLD.published_at OR NEW.hidden_from IS NOT OLD.hidden_from) OR (NEW.featured_rank IS NOT OLD.featured_rank), 'list:', NULL), iif((NEW.state IS NOT OLD.state OR NEW.city_id IS NOT OLD.city_id OR NEW.category_id IS NOT OLD.category_id OR NEW.published_at IS NOT OLD.published_at OR NEW.hidden_from IS NOT OLD.hidden_from), 'list:' || OLD.city_id, NULL), iif((NEW.state IS NOT OLD.state OR NEW.city_id IS NOT OLD.city_id OR NEW.category_id IS NOT OLD.category_id OR NEW.published_at IS NOT OLD.published_at OR NEW.hidden_from IS NOT OLD.hidden_from), 'list:' || NEW.city_id, NULL), iif((NEW.state IS NOT OLD.state OR NEW.city_id IS NOT OLD.city_id OR NEW.category_id IS NOT OLD.category_id OR NEW.published_at IS NOT OLD.published_at OR NEW.hidden_from IS NOT OLD.hidden_from), 'list:' || OLD.category_id, NULL), iif((NEW.state IS NOT OLD.state OR NEW.city_id IS NOT OLD.city_id OR NEW.category_id IS NOT OLD.category_id OR NEW.published_at IS NOT OLD.published_at OR NEW.hidden_from IS NOT OLD.hidden_from), 'list:' || NEW.category_id, NULL), iif((NEW.hourly_rate <> OLD.hourly_rate OR (NEW.verified_at IS NULL) <> (OLD.verified_at IS NULL) OR (NEW.available_until IS NULL) <> (OLD.available_until IS NULL) OR NEW.rhythm <> OLD.rhythm), 'filter:', NULL), iif((NEW.hourly_rate <> OLD.hourly_rate OR (NEW.verified_at IS NULL) <> (OLD.verified_at IS NULL) OR (NEW.available_until IS NULL) <> (OLD.available_until IS NULL) OR NEW.rhythm <> OLD.rhythm), 'filter:' || NEW.city_id, NULL))) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT 'list:' || s.category_id, n.epoch FROM content_epoch AS n, profile_services AS o JOIN services AS s ON s.id = o.service_id WHERE n.id = 1 AND o.profile_id = NEW.id AND (NEW.state IS NOT OLD.state OR NEW.city_id IS NOT OLD.city_id OR NEW.category_id IS NOT OLD.category_id OR NEW.published_at IS NOT OLD.published_at OR NEW.hidden_from IS NOT OLD.hidden_from)
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT 'list:' || e.city_id, n.epoch FROM content_epoch AS n, calendar_entries AS e WHERE n.id = 1 AND e.profile_id = NEW.id AND e.kind = 'tour' AND (NEW.state IS NOT OLD.state OR NEW.city_id IS NOT OLD.city_id OR NEW.category_id IS NOT OLD.category_id OR NEW.published_at IS NOT OLD.published_at OR NEW.hidden_from IS NOT OLD.hidden_from)
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT 'filter:' || e.city_id, n.epoch FROM content_epoch AS n, calendar_entries AS e WHERE n.id = 1 AND e.profile_id = NEW.id AND e.kind = 'tour' AND (NEW.hourly_rate <> OLD.hourly_rate OR (NEW.verified_at IS NULL) <> (OLD.verified_at IS NULL) OR (NEW.available_until IS NULL) <> (OLD.available_until IS NULL) OR NEW.rhythm <> OLD.rhythm)
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
