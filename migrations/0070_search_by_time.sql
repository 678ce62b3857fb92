-- Profiles are found by their owners' usual times, and by words with folded ligatures. Costs nothing by itself: the last statement reads the
-- first 500 listed profiles again, and the cron all others, 500 at a time (search_renames).
DROP TRIGGER profiles_found_on_update;
--> statement-breakpoint
DROP TRIGGER profiles_update_seen;
--> statement-breakpoint
DROP VIEW listed_words;
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
    || iif(instr(p.rhythm, '-evening'), ' taggedwevening', '') AS tags
FROM listings AS l JOIN profiles AS p ON p.id = l.profile_id;
--> statement-breakpoint
CREATE TRIGGER profiles_found_on_update AFTER UPDATE OF state, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, hidden_from, rhythm ON profiles
WHEN OLD.state = 'published' OR NEW.state = 'published' BEGIN
  DELETE FROM listings WHERE profile_id = NEW.id;
  INSERT INTO listings (profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline, hidden_from)
    SELECT profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline, hidden_from FROM listed_sources WHERE profile_id = NEW.id;
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
END;
--> statement-breakpoint
INSERT INTO search_renames (tag, batch, turn) VALUES ('all', '[]', 0) ON CONFLICT (tag) DO UPDATE SET batch = '[]', turn = 0;
