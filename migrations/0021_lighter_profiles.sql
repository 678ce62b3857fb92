-- A profile takes a quarter less: the tables of many small rows found by a composite key become their own index, a card is columns instead of
-- JSON with its names, and the search indexes keep neither positions in a text nor wide gaps between rows. Nothing refers to a table that is
-- rebuilt: its rows are copied, it is made again, and filled in the order of its key. The Worker before this one reads the view
-- listed_profiles and searches as before; its exports, which read row numbers, fail and are tried again.
-- 22 seconds in all with 100,000 profiles, 9 of them for either search index: D1 ends a statement after 30 seconds, so up to about 300,000.
CREATE TABLE profile_services_copy AS SELECT profile_id, service_id, price, duration FROM profile_services;
--> statement-breakpoint
DROP TABLE profile_services;
--> statement-breakpoint
CREATE TABLE `profile_services` (
	`profile_id` text NOT NULL,
	`service_id` text NOT NULL,
	`price` integer,
	`duration` integer,
	PRIMARY KEY(`profile_id`, `service_id`),
	FOREIGN KEY (`profile_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`service_id`) REFERENCES `services`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO profile_services (profile_id, service_id, price, duration) SELECT profile_id, service_id, price, duration FROM profile_services_copy ORDER BY profile_id, service_id;
--> statement-breakpoint
DROP TABLE profile_services_copy;
--> statement-breakpoint
CREATE TABLE profile_service_texts_copy AS SELECT profile_id, service_id, locale, note FROM profile_service_texts;
--> statement-breakpoint
DROP TABLE profile_service_texts;
--> statement-breakpoint
CREATE TABLE `profile_service_texts` (
	`profile_id` text NOT NULL,
	`service_id` text NOT NULL,
	`locale` text NOT NULL,
	`note` text NOT NULL,
	PRIMARY KEY(`profile_id`, `service_id`, `locale`),
	FOREIGN KEY (`profile_id`,`service_id`) REFERENCES `profile_services`(`profile_id`,`service_id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO profile_service_texts (profile_id, service_id, locale, note) SELECT profile_id, service_id, locale, note FROM profile_service_texts_copy ORDER BY profile_id, service_id, locale;
--> statement-breakpoint
DROP TABLE profile_service_texts_copy;
--> statement-breakpoint
CREATE TABLE profile_languages_copy AS SELECT profile_id, language, position FROM profile_languages;
--> statement-breakpoint
DROP TABLE profile_languages;
--> statement-breakpoint
CREATE TABLE `profile_languages` (
	`profile_id` text NOT NULL,
	`language` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`profile_id`, `language`),
	FOREIGN KEY (`profile_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO profile_languages (profile_id, language, position) SELECT profile_id, language, position FROM profile_languages_copy ORDER BY profile_id, language;
--> statement-breakpoint
DROP TABLE profile_languages_copy;
--> statement-breakpoint
CREATE TABLE listing_counts_copy AS SELECT category_id, city_id, profiles FROM listing_counts;
--> statement-breakpoint
DROP TABLE listing_counts;
--> statement-breakpoint
CREATE TABLE `listing_counts` (
	`category_id` text NOT NULL,
	`city_id` text NOT NULL,
	`profiles` integer NOT NULL,
	PRIMARY KEY(`category_id`, `city_id`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO listing_counts (category_id, city_id, profiles) SELECT category_id, city_id, profiles FROM listing_counts_copy ORDER BY category_id, city_id;
--> statement-breakpoint
DROP TABLE listing_counts_copy;
--> statement-breakpoint
CREATE TABLE facet_counts_copy AS SELECT place, category_id, facet, profiles FROM facet_counts;
--> statement-breakpoint
DROP TABLE facet_counts;
--> statement-breakpoint
CREATE TABLE `facet_counts` (
	`place` text NOT NULL,
	`category_id` text NOT NULL,
	`facet` text NOT NULL,
	`profiles` integer NOT NULL,
	PRIMARY KEY(`place`, `category_id`, `facet`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO facet_counts (place, category_id, facet, profiles) SELECT place, category_id, facet, profiles FROM facet_counts_copy ORDER BY place, category_id, facet;
--> statement-breakpoint
DROP TABLE facet_counts_copy;
--> statement-breakpoint
CREATE TABLE `listings` (
	`newest` integer PRIMARY KEY NOT NULL,
	`profile_id` text NOT NULL,
	`price` integer NOT NULL,
	`region` text NOT NULL,
	`categories` text NOT NULL,
	`facets` text NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`city_id` text NOT NULL,
	`category_id` text NOT NULL,
	`hourly_rate` integer NOT NULL,
	`languages` text NOT NULL,
	`verified_at` integer,
	`published_at` integer NOT NULL,
	`available_until` integer,
	`private_photo_count` integer NOT NULL,
	`cover_media_id` text,
	`cover_color` text,
	`headline` text NOT NULL,
	FOREIGN KEY (`profile_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
-- In the same order, each at the first free second: the largest distance of a second from its number so far, plus the number.
INSERT INTO listings (newest, profile_id, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at,
  published_at, available_until, private_photo_count, cover_media_id, cover_color, headline)
SELECT number + max(newest / 4096000 - number) OVER (ORDER BY number), profile_id, price, region, categories, facets, card ->> 'slug',
  card ->> 'name', city_id, card ->> 'category_id', card ->> 'hourly_rate', card ->> 'languages', card ->> 'verified_at', card ->> 'published_at',
  card ->> 'available_until', card ->> 'private_photo_count', card ->> 'cover_media_id', card ->> 'cover_color', card -> 'headline'
FROM (SELECT *, row_number() OVER (ORDER BY newest) AS number FROM listed_profiles);
--> statement-breakpoint
CREATE UNIQUE INDEX `listings_profile_id_unique` ON `listings` (`profile_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `listings_price_unique` ON `listings` (`price`);
--> statement-breakpoint
DROP TABLE listed_profiles;
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
DROP TRIGGER search_renames_begun;
--> statement-breakpoint
DROP TRIGGER search_renames_continued;
--> statement-breakpoint
DROP TRIGGER services_moved;
--> statement-breakpoint
-- Both indexes are filled from the names of now: no rename is left to be done.
DELETE FROM search_renames;
--> statement-breakpoint
DROP TABLE search_newest;
--> statement-breakpoint
DROP TABLE search_price;
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
  (SELECT json_group_object(t.locale, t.headline) FROM profile_texts AS t WHERE t.profile_id = p.id) AS headline
FROM profiles AS p JOIN cities AS c ON c.id = p.city_id
WHERE p.state = 'published';
--> statement-breakpoint
CREATE VIEW listed_profiles AS
SELECT profile_id, newest, price, city_id, region, categories, facets,
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
  'all c' || l.city_id || ' r' || replace(l.region, '-', '')
    || coalesce((SELECT ' k' || group_concat(value, ' k') FROM json_each(l.categories)), '')
    || coalesce((SELECT ' ' || group_concat(value, ' ') FROM json_each(l.facets)), '') AS tags
FROM listings AS l JOIN profiles AS p ON p.id = l.profile_id;
--> statement-breakpoint
CREATE VIRTUAL TABLE search_newest USING fts5(en, fr, tags, content='', contentless_delete=1, detail=column, prefix='2 3 4 5 6', tokenize='unicode61 remove_diacritics 2');
--> statement-breakpoint
INSERT INTO search_newest (rowid, en, fr, tags) SELECT newest, en, fr, tags FROM listed_words ORDER BY newest;
--> statement-breakpoint
CREATE VIRTUAL TABLE search_price USING fts5(en, fr, tags, content='', contentless_delete=1, detail=column, prefix='2 3 4 5 6', tokenize='unicode61 remove_diacritics 2');
--> statement-breakpoint
INSERT INTO search_price (rowid, en, fr, tags) SELECT price, en, fr, tags FROM listed_words ORDER BY price;
--> statement-breakpoint
CREATE TRIGGER listings_found_by_newest AFTER INSERT ON listings BEGIN
  INSERT INTO search_newest (rowid, en, fr, tags) SELECT newest, en, fr, tags FROM listed_words WHERE profile_id = NEW.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER listings_lost_by_newest AFTER DELETE ON listings BEGIN
  DELETE FROM search_newest WHERE rowid = OLD.newest;
END;
--> statement-breakpoint
CREATE TRIGGER listings_found_by_price AFTER INSERT ON listings BEGIN
  INSERT INTO search_price (rowid, en, fr, tags) SELECT price, en, fr, tags FROM listed_words WHERE profile_id = NEW.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER listings_lost_by_price AFTER DELETE ON listings BEGIN
  DELETE FROM search_price WHERE rowid = OLD.price;
END;
--> statement-breakpoint
CREATE TRIGGER listings_counted AFTER INSERT ON listings BEGIN
  INSERT INTO listing_counts (category_id, city_id, profiles)
    SELECT category.id, city.id, 1 FROM (SELECT '' AS id UNION ALL SELECT NEW.city_id) AS city,
      (SELECT '' AS id UNION ALL SELECT value FROM json_each(NEW.categories)) AS category WHERE true
    ON CONFLICT (category_id, city_id) DO UPDATE SET profiles = profiles + 1;
  INSERT INTO facet_counts (place, category_id, facet, profiles)
    SELECT place.id, category.id, facet.value, 1 FROM json_each(NEW.facets) AS facet,
      (SELECT '' AS id UNION ALL SELECT NEW.city_id UNION ALL SELECT 'r-' || NEW.region) AS place,
      (SELECT '' AS id UNION ALL SELECT value FROM json_each(NEW.categories)) AS category WHERE true
    ON CONFLICT (place, category_id, facet) DO UPDATE SET profiles = profiles + 1;
END;
--> statement-breakpoint
CREATE TRIGGER listings_uncounted AFTER DELETE ON listings BEGIN
  INSERT INTO listing_counts (category_id, city_id, profiles)
    SELECT category.id, city.id, 0 FROM (SELECT '' AS id UNION ALL SELECT OLD.city_id) AS city,
      (SELECT '' AS id UNION ALL SELECT value FROM json_each(OLD.categories)) AS category WHERE true
    ON CONFLICT (category_id, city_id) DO UPDATE SET profiles = profiles - 1;
  INSERT INTO facet_counts (place, category_id, facet, profiles)
    SELECT place.id, category.id, facet.value, 0 FROM json_each(OLD.facets) AS facet,
      (SELECT '' AS id UNION ALL SELECT OLD.city_id UNION ALL SELECT 'r-' || OLD.region) AS place,
      (SELECT '' AS id UNION ALL SELECT value FROM json_each(OLD.categories)) AS category WHERE true
    ON CONFLICT (place, category_id, facet) DO UPDATE SET profiles = profiles - 1;
END;
--> statement-breakpoint
CREATE TRIGGER profiles_found_on_insert AFTER INSERT ON profiles
WHEN NEW.state = 'published' BEGIN
  DELETE FROM listings WHERE profile_id = NEW.id;
  INSERT INTO listings (profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline)
    SELECT profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline FROM listed_sources WHERE profile_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER profiles_found_on_update AFTER UPDATE OF state, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color ON profiles
WHEN OLD.state = 'published' OR NEW.state = 'published' BEGIN
  DELETE FROM listings WHERE profile_id = NEW.id;
  INSERT INTO listings (profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline)
    SELECT profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline FROM listed_sources WHERE profile_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_texts_found_on_insert AFTER INSERT ON profile_texts
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = NEW.profile_id AND state = 'published') BEGIN
  DELETE FROM listings WHERE profile_id = NEW.profile_id;
  INSERT INTO listings (profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline)
    SELECT profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline FROM listed_sources WHERE profile_id = NEW.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_texts_found_on_update AFTER UPDATE ON profile_texts
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = NEW.profile_id AND state = 'published') BEGIN
  DELETE FROM listings WHERE profile_id = NEW.profile_id;
  INSERT INTO listings (profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline)
    SELECT profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline FROM listed_sources WHERE profile_id = NEW.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_texts_found_on_delete AFTER DELETE ON profile_texts
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = OLD.profile_id AND state = 'published') BEGIN
  DELETE FROM listings WHERE profile_id = OLD.profile_id;
  INSERT INTO listings (profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline)
    SELECT profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline FROM listed_sources WHERE profile_id = OLD.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_services_found_on_insert AFTER INSERT ON profile_services
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = NEW.profile_id AND state = 'published') BEGIN
  DELETE FROM listings WHERE profile_id = NEW.profile_id;
  INSERT INTO listings (profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline)
    SELECT profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline FROM listed_sources WHERE profile_id = NEW.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_services_found_on_update AFTER UPDATE ON profile_services
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = NEW.profile_id AND state = 'published') BEGIN
  DELETE FROM listings WHERE profile_id = NEW.profile_id;
  INSERT INTO listings (profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline)
    SELECT profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline FROM listed_sources WHERE profile_id = NEW.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_services_found_on_delete AFTER DELETE ON profile_services
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = OLD.profile_id AND state = 'published') BEGIN
  DELETE FROM listings WHERE profile_id = OLD.profile_id;
  INSERT INTO listings (profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline)
    SELECT profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline FROM listed_sources WHERE profile_id = OLD.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_languages_found_on_insert AFTER INSERT ON profile_languages
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = NEW.profile_id AND state = 'published') BEGIN
  DELETE FROM listings WHERE profile_id = NEW.profile_id;
  INSERT INTO listings (profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline)
    SELECT profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline FROM listed_sources WHERE profile_id = NEW.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_languages_found_on_update AFTER UPDATE ON profile_languages
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = NEW.profile_id AND state = 'published') BEGIN
  DELETE FROM listings WHERE profile_id = NEW.profile_id;
  INSERT INTO listings (profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline)
    SELECT profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline FROM listed_sources WHERE profile_id = NEW.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_languages_found_on_delete AFTER DELETE ON profile_languages
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = OLD.profile_id AND state = 'published') BEGIN
  DELETE FROM listings WHERE profile_id = OLD.profile_id;
  INSERT INTO listings (profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline)
    SELECT profile_id, newest, price, region, categories, facets, slug, name, city_id, category_id, hourly_rate, languages, verified_at, published_at, available_until, private_photo_count, cover_media_id, cover_color, headline FROM listed_sources WHERE profile_id = OLD.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER services_moved AFTER UPDATE OF category_id ON services
WHEN NEW.category_id <> OLD.category_id BEGIN
  UPDATE profiles SET state = state
    WHERE state = 'published' AND id IN (SELECT profile_id FROM listings WHERE newest IN (
      SELECT rowid FROM search_newest WHERE search_newest MATCH 'tags : s' || NEW.id));
END;
--> statement-breakpoint
CREATE TRIGGER search_renames_begun AFTER INSERT ON search_renames BEGIN
  UPDATE search_renames SET batch = (SELECT json_group_array(place) FROM (
    SELECT rowid AS place FROM search_newest
    WHERE search_newest MATCH 'tags : "' || NEW.tag || '"' AND rowid > coalesce(NEW.batch ->> '$[#-1]', -1) ORDER BY rowid LIMIT 500
  )) WHERE tag = NEW.tag;
  DELETE FROM search_newest WHERE rowid IN (SELECT newest FROM listings WHERE newest IN (SELECT value FROM search_renames AS r, json_each(r.batch) WHERE r.tag = NEW.tag));
  INSERT INTO search_newest (rowid, en, fr, tags) SELECT newest, en, fr, tags FROM listed_words WHERE newest IN (SELECT value FROM search_renames AS r, json_each(r.batch) WHERE r.tag = NEW.tag) ORDER BY newest;
  DELETE FROM search_price WHERE rowid IN (SELECT price FROM listings WHERE newest IN (SELECT value FROM search_renames AS r, json_each(r.batch) WHERE r.tag = NEW.tag));
  INSERT INTO search_price (rowid, en, fr, tags) SELECT price, en, fr, tags FROM listed_words WHERE newest IN (SELECT value FROM search_renames AS r, json_each(r.batch) WHERE r.tag = NEW.tag) ORDER BY price;
  DELETE FROM search_renames WHERE tag = NEW.tag AND json_array_length(batch) < 500;
END;
--> statement-breakpoint
CREATE TRIGGER search_renames_continued AFTER UPDATE OF turn ON search_renames BEGIN
  UPDATE search_renames SET batch = (SELECT json_group_array(place) FROM (
    SELECT rowid AS place FROM search_newest
    WHERE search_newest MATCH 'tags : "' || NEW.tag || '"' AND rowid > coalesce(NEW.batch ->> '$[#-1]', -1) ORDER BY rowid LIMIT 500
  )) WHERE tag = NEW.tag;
  DELETE FROM search_newest WHERE rowid IN (SELECT newest FROM listings WHERE newest IN (SELECT value FROM search_renames AS r, json_each(r.batch) WHERE r.tag = NEW.tag));
  INSERT INTO search_newest (rowid, en, fr, tags) SELECT newest, en, fr, tags FROM listed_words WHERE newest IN (SELECT value FROM search_renames AS r, json_each(r.batch) WHERE r.tag = NEW.tag) ORDER BY newest;
  DELETE FROM search_price WHERE rowid IN (SELECT price FROM listings WHERE newest IN (SELECT value FROM search_renames AS r, json_each(r.batch) WHERE r.tag = NEW.tag));
  INSERT INTO search_price (rowid, en, fr, tags) SELECT price, en, fr, tags FROM listed_words WHERE newest IN (SELECT value FROM search_renames AS r, json_each(r.batch) WHERE r.tag = NEW.tag) ORDER BY price;
  DELETE FROM search_renames WHERE tag = NEW.tag AND json_array_length(batch) < 500;
END;
--> statement-breakpoint
CREATE TRIGGER profile_service_texts_update_seen AFTER UPDATE ON profile_service_texts BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER profile_service_texts_delete_seen AFTER DELETE ON profile_service_texts BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER profile_languages_update_seen AFTER UPDATE ON profile_languages BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER profile_languages_delete_seen AFTER DELETE ON profile_languages BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER profile_services_insert_seen AFTER INSERT ON profile_services
WHEN (SELECT state FROM profiles WHERE id = NEW.profile_id) = 'published' BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER profile_services_update_seen AFTER UPDATE ON profile_services BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER profile_services_delete_seen AFTER DELETE ON profile_services BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
