-- Days off, tours and busy parts of days become tags of the search indexes. Costs nothing: no profile has any of them yet.
DROP TRIGGER profile_languages_delete_seen;
--> statement-breakpoint
DROP TRIGGER profile_languages_insert_seen;
--> statement-breakpoint
DROP TRIGGER profile_languages_update_seen;
--> statement-breakpoint
DROP TRIGGER profile_services_delete_seen;
--> statement-breakpoint
DROP TRIGGER profile_services_insert_seen;
--> statement-breakpoint
DROP TRIGGER profiles_update_seen;
--> statement-breakpoint
DROP VIEW listed_words;
--> statement-breakpoint
CREATE VIEW calendar_days AS
SELECT e.profile_id, e.kind, e.city_id, strftime('%Y%m%d', e.first_day, '+' || n.value || ' days') AS digits
FROM calendar_entries AS e JOIN json_each('[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89]') AS n
  ON n.value <= julianday(e.last_day) - julianday(e.first_day);
--> statement-breakpoint
CREATE VIEW listed_words AS
SELECT l.profile_id, l.newest, l.price,
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(p.name || ' ' || coalesce((SELECT headline FROM profile_texts WHERE profile_id = p.id AND locale = 'en'), '')
    || ' ' || coalesce((SELECT name FROM city_texts WHERE city_id = p.city_id AND locale = 'en'), '')
    || ' ' || coalesce((SELECT group_concat(t.name, ' ') FROM profile_services AS o JOIN service_texts AS t ON t.service_id = o.service_id
      WHERE o.profile_id = p.id AND t.locale = 'en'), '')
    || ' ' || coalesce((SELECT group_concat(t.name, ' ') FROM service_category_texts AS t
      WHERE t.locale = 'en' AND t.category_id IN (SELECT value FROM json_each(l.categories))), ''), 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'đ', 'd'), 'Đ', 'd'), 'ß', 'ss') AS en,
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(p.name || ' ' || coalesce((SELECT headline FROM profile_texts WHERE profile_id = p.id AND locale = 'fr'), '')
    || ' ' || coalesce((SELECT name FROM city_texts WHERE city_id = p.city_id AND locale = 'fr'), '')
    || ' ' || coalesce((SELECT group_concat(t.name, ' ') FROM profile_services AS o JOIN service_texts AS t ON t.service_id = o.service_id
      WHERE o.profile_id = p.id AND t.locale = 'fr'), '')
    || ' ' || coalesce((SELECT group_concat(t.name, ' ') FROM service_category_texts AS t
      WHERE t.locale = 'fr' AND t.category_id IN (SELECT value FROM json_each(l.categories))), ''), 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'đ', 'd'), 'Đ', 'd'), 'ß', 'ss') AS fr,
  'taggedall taggedc' || l.city_id || ' taggedr' || replace(l.region, '-', '')
    || coalesce((SELECT ' taggedk' || group_concat(value, ' taggedk') FROM json_each(l.categories)), '')
    || coalesce((SELECT ' tagged' || group_concat(value, ' tagged') FROM json_each(l.facets)), '')
    || iif(l.hidden_from = '', '', ' taggedh' || replace(l.hidden_from, ' ', ' taggedh') || ' taggedp' || l.profile_id)
    || ' taggede' || ((p.hourly_rate >= 5000) + (p.hourly_rate > 5000) + (p.hourly_rate >= 10000) + (p.hourly_rate > 10000) + (p.hourly_rate >= 15000) + (p.hourly_rate > 15000) + (p.hourly_rate >= 20000) + (p.hourly_rate > 20000) + (p.hourly_rate >= 25000) + (p.hourly_rate > 25000) + (p.hourly_rate >= 30000) + (p.hourly_rate > 30000) + (p.hourly_rate >= 35000) + (p.hourly_rate > 35000) + (p.hourly_rate >= 40000) + (p.hourly_rate > 40000) + (p.hourly_rate >= 50000) + (p.hourly_rate > 50000) + (p.hourly_rate >= 60000) + (p.hourly_rate > 60000) + (p.hourly_rate >= 80000) + (p.hourly_rate > 80000) + (p.hourly_rate >= 100000) + (p.hourly_rate > 100000))
    || iif(p.rhythm = '', '', ' taggedw' || replace(replace(p.rhythm, '-', ''), ',', ' taggedw'))
    || iif(instr(p.rhythm, 'mon-'), ' taggedwmon', '')
    || iif(instr(p.rhythm, 'tue-'), ' taggedwtue', '')
    || iif(instr(p.rhythm, 'wed-'), ' taggedwwed', '')
    || iif(instr(p.rhythm, 'thu-'), ' taggedwthu', '')
    || iif(instr(p.rhythm, 'fri-'), ' taggedwfri', '')
    || iif(instr(p.rhythm, 'sat-'), ' taggedwsat', '')
    || iif(instr(p.rhythm, 'sun-'), ' taggedwsun', '')
    || iif(instr(p.rhythm, '-morning'), ' taggedwmorning', '')
    || iif(instr(p.rhythm, '-afternoon'), ' taggedwafternoon', '')
    || iif(instr(p.rhythm, '-evening'), ' taggedwevening', '')
    || coalesce((SELECT group_concat(
      iif(c.kind = 'off', ' taggedo' || c.digits, ' taggedd' || c.digits || ' taggedd' || c.digits || 'c' || c.city_id), '')
      FROM calendar_days AS c WHERE c.profile_id = l.profile_id), '')
    || coalesce((SELECT iif(f.busy = '', '', ' taggedx' || replace(replace(replace(replace(replace(f.busy, '-', ''), 'morning', 'm'), 'afternoon', 'a'), 'evening', 'e'), ',', ' taggedx'))
      FROM calendar_feeds AS f WHERE f.profile_id = l.profile_id), '') AS tags
FROM listings AS l JOIN profiles AS p ON p.id = l.profile_id;
--> statement-breakpoint
CREATE TRIGGER calendar_entries_insert_found AFTER INSERT ON calendar_entries BEGIN
  DELETE FROM search_newest WHERE rowid IN (SELECT newest FROM listings WHERE profile_id = NEW.profile_id);
  INSERT INTO search_newest (rowid, en, fr, tags) SELECT newest, en, fr, tags FROM listed_words WHERE profile_id = NEW.profile_id;
  DELETE FROM search_price WHERE rowid IN (SELECT price FROM listings WHERE profile_id = NEW.profile_id);
  INSERT INTO search_price (rowid, en, fr, tags) SELECT price, en, fr, tags FROM listed_words WHERE profile_id = NEW.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER calendar_entries_update_found AFTER UPDATE ON calendar_entries BEGIN
  DELETE FROM search_newest WHERE rowid IN (SELECT newest FROM listings WHERE profile_id = NEW.profile_id);
  INSERT INTO search_newest (rowid, en, fr, tags) SELECT newest, en, fr, tags FROM listed_words WHERE profile_id = NEW.profile_id;
  DELETE FROM search_price WHERE rowid IN (SELECT price FROM listings WHERE profile_id = NEW.profile_id);
  INSERT INTO search_price (rowid, en, fr, tags) SELECT price, en, fr, tags FROM listed_words WHERE profile_id = NEW.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER calendar_entries_delete_found AFTER DELETE ON calendar_entries BEGIN
  DELETE FROM search_newest WHERE rowid IN (SELECT newest FROM listings WHERE profile_id = OLD.profile_id);
  INSERT INTO search_newest (rowid, en, fr, tags) SELECT newest, en, fr, tags FROM listed_words WHERE profile_id = OLD.profile_id;
  DELETE FROM search_price WHERE rowid IN (SELECT price FROM listings WHERE profile_id = OLD.profile_id);
  INSERT INTO search_price (rowid, en, fr, tags) SELECT price, en, fr, tags FROM listed_words WHERE profile_id = OLD.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER calendar_feeds_insert_found AFTER INSERT ON calendar_feeds
WHEN NEW.busy <> '' BEGIN
  DELETE FROM search_newest WHERE rowid IN (SELECT newest FROM listings WHERE profile_id = NEW.profile_id);
  INSERT INTO search_newest (rowid, en, fr, tags) SELECT newest, en, fr, tags FROM listed_words WHERE profile_id = NEW.profile_id;
  DELETE FROM search_price WHERE rowid IN (SELECT price FROM listings WHERE profile_id = NEW.profile_id);
  INSERT INTO search_price (rowid, en, fr, tags) SELECT price, en, fr, tags FROM listed_words WHERE profile_id = NEW.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER calendar_feeds_update_found AFTER UPDATE OF busy ON calendar_feeds
WHEN NEW.busy <> OLD.busy BEGIN
  DELETE FROM search_newest WHERE rowid IN (SELECT newest FROM listings WHERE profile_id = NEW.profile_id);
  INSERT INTO search_newest (rowid, en, fr, tags) SELECT newest, en, fr, tags FROM listed_words WHERE profile_id = NEW.profile_id;
  DELETE FROM search_price WHERE rowid IN (SELECT price FROM listings WHERE profile_id = NEW.profile_id);
  INSERT INTO search_price (rowid, en, fr, tags) SELECT price, en, fr, tags FROM listed_words WHERE profile_id = NEW.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER calendar_feeds_delete_found AFTER DELETE ON calendar_feeds
WHEN OLD.busy <> '' BEGIN
  DELETE FROM search_newest WHERE rowid IN (SELECT newest FROM listings WHERE profile_id = OLD.profile_id);
  INSERT INTO search_newest (rowid, en, fr, tags) SELECT newest, en, fr, tags FROM listed_words WHERE profile_id = OLD.profile_id;
  DELETE FROM search_price WHERE rowid IN (SELECT price FROM listings WHERE profile_id = OLD.profile_id);
  INSERT INTO search_price (rowid, en, fr, tags) SELECT price, en, fr, tags FROM listed_words WHERE profile_id = OLD.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER profiles_update_seen AFTER UPDATE ON profiles
WHEN OLD.state = 'published' OR NEW.state = 'published' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || NEW.id, iif((NEW.state IS NOT OLD.state OR NEW.slug IS NOT OLD.slug OR NEW.name IS NOT OLD.name OR NEW.city_id IS NOT OLD.city_id OR NEW.category_id IS NOT OLD.category_id OR NEW.hourly_rate IS NOT OLD.hourly_rate OR NEW.languages IS NOT OLD.languages OR NEW.verified_at IS NOT OLD.verified_at OR NEW.published_at IS NOT OLD.published_at OR NEW.available_until IS NOT OLD.available_until OR NEW.private_photo_count IS NOT OLD.private_photo_count OR NEW.cover_media_id IS NOT OLD.cover_media_id OR NEW.cover_color IS NOT OLD.cover_color OR NEW.hidden_from IS NOT OLD.hidden_from), 'card:' || NEW.id, NULL), iif((NEW.state IS NOT OLD.state OR NEW.city_id IS NOT OLD.city_id OR NEW.category_id IS NOT OLD.category_id OR NEW.published_at IS NOT OLD.published_at OR NEW.hidden_from IS NOT OLD.hidden_from) OR (NEW.featured_rank IS NOT OLD.featured_rank), 'list:', NULL), iif((NEW.state IS NOT OLD.state OR NEW.city_id IS NOT OLD.city_id OR NEW.category_id IS NOT OLD.category_id OR NEW.published_at IS NOT OLD.published_at OR NEW.hidden_from IS NOT OLD.hidden_from), 'list:' || OLD.city_id, NULL), iif((NEW.state IS NOT OLD.state OR NEW.city_id IS NOT OLD.city_id OR NEW.category_id IS NOT OLD.category_id OR NEW.published_at IS NOT OLD.published_at OR NEW.hidden_from IS NOT OLD.hidden_from), 'list:' || NEW.city_id, NULL), iif((NEW.state IS NOT OLD.state OR NEW.city_id IS NOT OLD.city_id OR NEW.category_id IS NOT OLD.category_id OR NEW.published_at IS NOT OLD.published_at OR NEW.hidden_from IS NOT OLD.hidden_from), 'list:' || OLD.category_id, NULL), iif((NEW.state IS NOT OLD.state OR NEW.city_id IS NOT OLD.city_id OR NEW.category_id IS NOT OLD.category_id OR NEW.published_at IS NOT OLD.published_at OR NEW.hidden_from IS NOT OLD.hidden_from), 'list:' || NEW.category_id, NULL), iif((NEW.hourly_rate <> OLD.hourly_rate OR (NEW.verified_at IS NULL) <> (OLD.verified_at IS NULL) OR (NEW.available_until IS NULL) <> (OLD.available_until IS NULL) OR NEW.rhythm <> OLD.rhythm), 'filter:', NULL), iif((NEW.hourly_rate <> OLD.hourly_rate OR (NEW.verified_at IS NULL) <> (OLD.verified_at IS NULL) OR (NEW.available_until IS NULL) <> (OLD.available_until IS NULL) OR NEW.rhythm <> OLD.rhythm), 'filter:' || NEW.city_id, NULL))) AS s WHERE n.id = 1 AND s.value IS NOT NULL
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
--> statement-breakpoint
CREATE TRIGGER profile_languages_insert_seen AFTER INSERT ON profile_languages
WHEN coalesce((SELECT state FROM profiles WHERE id = NEW.profile_id), 'published') = 'published' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || NEW.profile_id, 'filter:', 'filter:' || (SELECT city_id FROM profiles WHERE id = NEW.profile_id))) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT 'filter:' || e.city_id, n.epoch FROM content_epoch AS n, calendar_entries AS e WHERE n.id = 1 AND e.profile_id = NEW.profile_id AND e.kind = 'tour' AND true
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER profile_languages_update_seen AFTER UPDATE ON profile_languages
WHEN coalesce((SELECT state FROM profiles WHERE id = NEW.profile_id), 'published') = 'published' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || NEW.profile_id, 'filter:', 'filter:' || (SELECT city_id FROM profiles WHERE id = NEW.profile_id))) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT 'filter:' || e.city_id, n.epoch FROM content_epoch AS n, calendar_entries AS e WHERE n.id = 1 AND e.profile_id = NEW.profile_id AND e.kind = 'tour' AND true
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER profile_languages_delete_seen AFTER DELETE ON profile_languages
WHEN coalesce((SELECT state FROM profiles WHERE id = OLD.profile_id), 'published') = 'published' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || OLD.profile_id, 'filter:', 'filter:' || (SELECT city_id FROM profiles WHERE id = OLD.profile_id))) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT 'filter:' || e.city_id, n.epoch FROM content_epoch AS n, calendar_entries AS e WHERE n.id = 1 AND e.profile_id = OLD.profile_id AND e.kind = 'tour' AND true
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER calendar_entries_insert_seen AFTER INSERT ON calendar_entries
WHEN coalesce((SELECT state FROM profiles WHERE id = NEW.profile_id), 'published') = 'published' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || NEW.profile_id, 'filter:', 'filter:' || (SELECT city_id FROM profiles WHERE id = NEW.profile_id), iif(NEW.kind = 'tour', 'list:' || NEW.city_id, NULL), iif(NEW.kind = 'tour', 'filter:' || NEW.city_id, NULL))) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT 'filter:' || e.city_id, n.epoch FROM content_epoch AS n, calendar_entries AS e WHERE n.id = 1 AND e.profile_id = NEW.profile_id AND e.kind = 'tour' AND true
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER calendar_entries_update_seen AFTER UPDATE ON calendar_entries
WHEN coalesce((SELECT state FROM profiles WHERE id = NEW.profile_id), 'published') = 'published' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || NEW.profile_id, 'filter:', 'filter:' || (SELECT city_id FROM profiles WHERE id = NEW.profile_id), iif(NEW.kind = 'tour', 'list:' || NEW.city_id, NULL), iif(NEW.kind = 'tour', 'filter:' || NEW.city_id, NULL))) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT 'filter:' || e.city_id, n.epoch FROM content_epoch AS n, calendar_entries AS e WHERE n.id = 1 AND e.profile_id = NEW.profile_id AND e.kind = 'tour' AND true
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER calendar_entries_delete_seen AFTER DELETE ON calendar_entries
WHEN coalesce((SELECT state FROM profiles WHERE id = OLD.profile_id), 'published') = 'published' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || OLD.profile_id, 'filter:', 'filter:' || (SELECT city_id FROM profiles WHERE id = OLD.profile_id), iif(OLD.kind = 'tour', 'list:' || OLD.city_id, NULL), iif(OLD.kind = 'tour', 'filter:' || OLD.city_id, NULL))) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT 'filter:' || e.city_id, n.epoch FROM content_epoch AS n, calendar_entries AS e WHERE n.id = 1 AND e.profile_id = OLD.profile_id AND e.kind = 'tour' AND true
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER calendar_feeds_insert_seen AFTER INSERT ON calendar_feeds
WHEN NEW.busy <> '' AND coalesce((SELECT state FROM profiles WHERE id = NEW.profile_id), 'published') = 'published' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || NEW.profile_id, 'filter:', 'filter:' || (SELECT city_id FROM profiles WHERE id = NEW.profile_id))) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT 'filter:' || e.city_id, n.epoch FROM content_epoch AS n, calendar_entries AS e WHERE n.id = 1 AND e.profile_id = NEW.profile_id AND e.kind = 'tour' AND true
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER calendar_feeds_update_seen AFTER UPDATE ON calendar_feeds
WHEN NEW.busy <> OLD.busy AND coalesce((SELECT state FROM profiles WHERE id = NEW.profile_id), 'published') = 'published' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || NEW.profile_id, 'filter:', 'filter:' || (SELECT city_id FROM profiles WHERE id = NEW.profile_id))) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT 'filter:' || e.city_id, n.epoch FROM content_epoch AS n, calendar_entries AS e WHERE n.id = 1 AND e.profile_id = NEW.profile_id AND e.kind = 'tour' AND true
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER calendar_feeds_delete_seen AFTER DELETE ON calendar_feeds
WHEN OLD.busy <> '' AND coalesce((SELECT state FROM profiles WHERE id = OLD.profile_id), 'published') = 'published' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || OLD.profile_id, 'filter:', 'filter:' || (SELECT city_id FROM profiles WHERE id = OLD.profile_id))) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT 'filter:' || e.city_id, n.epoch FROM content_epoch AS n, calendar_entries AS e WHERE n.id = 1 AND e.profile_id = OLD.profile_id AND e.kind = 'tour' AND true
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER profile_services_insert_seen AFTER INSERT ON profile_services
WHEN coalesce((SELECT state FROM profiles WHERE id = NEW.profile_id), 'published') = 'published' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || NEW.profile_id, 'filter:', 'filter:' || (SELECT city_id FROM profiles WHERE id = NEW.profile_id), 'list:' || (SELECT category_id FROM services WHERE id = NEW.service_id))) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT 'filter:' || e.city_id, n.epoch FROM content_epoch AS n, calendar_entries AS e WHERE n.id = 1 AND e.profile_id = NEW.profile_id AND e.kind = 'tour' AND true
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER profile_services_delete_seen AFTER DELETE ON profile_services
WHEN coalesce((SELECT state FROM profiles WHERE id = OLD.profile_id), 'published') = 'published' BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('profile:' || OLD.profile_id, 'filter:', 'filter:' || (SELECT city_id FROM profiles WHERE id = OLD.profile_id), 'list:' || (SELECT category_id FROM services WHERE id = OLD.service_id))) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT 'filter:' || e.city_id, n.epoch FROM content_epoch AS n, calendar_entries AS e WHERE n.id = 1 AND e.profile_id = OLD.profile_id AND e.kind = 'tour' AND true
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
