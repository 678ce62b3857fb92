CREATE TABLE `facet_counts` (
	`place` text NOT NULL,
	`category_id` text NOT NULL,
	`facet` text NOT NULL,
	`profiles` integer NOT NULL,
	PRIMARY KEY(`place`, `category_id`, `facet`)
);
--> statement-breakpoint
CREATE TABLE `listed_profiles` (
	`profile_id` text PRIMARY KEY NOT NULL,
	`newest` integer NOT NULL,
	`price` integer NOT NULL,
	`city_id` text NOT NULL,
	`region` text NOT NULL,
	`categories` text NOT NULL,
	`facets` text NOT NULL,
	`card` text NOT NULL,
	FOREIGN KEY (`profile_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `listed_profiles_newest_unique` ON `listed_profiles` (`newest`);--> statement-breakpoint
CREATE UNIQUE INDEX `listed_profiles_price_unique` ON `listed_profiles` (`price`);--> statement-breakpoint
ALTER TABLE `cities` ADD `region_slug` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `profiles` ADD `available_until` integer;--> statement-breakpoint
CREATE INDEX `profiles_available` ON `profiles` (`available_until`);
--> statement-breakpoint
-- listed_profiles follows whatever says how a published profile is found; the search indexes and facet_counts follow it.
-- The indexes keep no text (content=''): only which rows hold a word or a tag, so that any mix of filters is one look-up in row order.

CREATE VIRTUAL TABLE search_newest USING fts5(en, fr, tags, content='', contentless_delete=1, prefix='2 3', tokenize='unicode61 remove_diacritics 2');
--> statement-breakpoint
CREATE VIRTUAL TABLE search_price USING fts5(en, fr, tags, content='', contentless_delete=1, prefix='2 3', tokenize='unicode61 remove_diacritics 2');
--> statement-breakpoint
-- Row numbers: 4,096 for each millisecond of publication, 268,435,456 for each cent of the rate; all below 2^53.
CREATE VIEW listed_sources AS
SELECT p.id AS profile_id,
  coalesce((SELECT max(newest) + 1 FROM listed_profiles WHERE newest >= p.published_at * 4096 AND newest < (p.published_at + 1) * 4096),
    p.published_at * 4096) AS newest,
  coalesce((SELECT max(price) + 1 FROM listed_profiles WHERE price >= p.hourly_rate * 268435456 AND price < (p.hourly_rate + 1) * 268435456),
    p.hourly_rate * 268435456) AS price,
  p.city_id, c.region_slug AS region,
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
  json_object('id', p.id, 'slug', p.slug, 'name', p.name, 'city_id', p.city_id, 'category_id', p.category_id,
    'hourly_rate', p.hourly_rate, 'languages', p.languages, 'verified_at', p.verified_at, 'published_at', p.published_at,
    'available_until', p.available_until, 'private_photo_count', p.private_photo_count, 'cover_media_id', p.cover_media_id,
    'cover_color', p.cover_color,
    'headline', json((SELECT json_group_object(t.locale, t.headline) FROM profile_texts AS t WHERE t.profile_id = p.id))) AS card
FROM profiles AS p JOIN cities AS c ON c.id = p.city_id
WHERE p.state = 'published';
--> statement-breakpoint
CREATE TRIGGER listed_profiles_found_by_newest AFTER INSERT ON listed_profiles BEGIN
  INSERT INTO search_newest (rowid, en, fr, tags) VALUES (NEW.newest,
    (SELECT p.name || ' ' || coalesce((SELECT headline FROM profile_texts WHERE profile_id = p.id AND locale = 'en'), '')
    || ' ' || coalesce((SELECT name FROM city_texts WHERE city_id = p.city_id AND locale = 'en'), '')
    || ' ' || coalesce((SELECT group_concat(t.name, ' ') FROM profile_services AS o JOIN service_texts AS t ON t.service_id = o.service_id
      WHERE o.profile_id = p.id AND t.locale = 'en'), '')
    || ' ' || coalesce((SELECT group_concat(t.name, ' ') FROM service_category_texts AS t
      WHERE t.locale = 'en' AND t.category_id IN (SELECT value FROM json_each(NEW.categories))), '')
    FROM profiles AS p WHERE p.id = NEW.profile_id),
    (SELECT p.name || ' ' || coalesce((SELECT headline FROM profile_texts WHERE profile_id = p.id AND locale = 'fr'), '')
    || ' ' || coalesce((SELECT name FROM city_texts WHERE city_id = p.city_id AND locale = 'fr'), '')
    || ' ' || coalesce((SELECT group_concat(t.name, ' ') FROM profile_services AS o JOIN service_texts AS t ON t.service_id = o.service_id
      WHERE o.profile_id = p.id AND t.locale = 'fr'), '')
    || ' ' || coalesce((SELECT group_concat(t.name, ' ') FROM service_category_texts AS t
      WHERE t.locale = 'fr' AND t.category_id IN (SELECT value FROM json_each(NEW.categories))), '')
    FROM profiles AS p WHERE p.id = NEW.profile_id),
    'all c' || NEW.city_id || ' r' || replace(NEW.region, '-', '')
    || coalesce((SELECT ' k' || group_concat(value, ' k') FROM json_each(NEW.categories)), '')
    || coalesce((SELECT ' ' || group_concat(value, ' ') FROM json_each(NEW.facets)), ''));
END;
--> statement-breakpoint
CREATE TRIGGER listed_profiles_lost_by_newest AFTER DELETE ON listed_profiles BEGIN
  DELETE FROM search_newest WHERE rowid = OLD.newest;
END;
--> statement-breakpoint
CREATE TRIGGER listed_profiles_found_by_price AFTER INSERT ON listed_profiles BEGIN
  INSERT INTO search_price (rowid, en, fr, tags) VALUES (NEW.price,
    (SELECT p.name || ' ' || coalesce((SELECT headline FROM profile_texts WHERE profile_id = p.id AND locale = 'en'), '')
    || ' ' || coalesce((SELECT name FROM city_texts WHERE city_id = p.city_id AND locale = 'en'), '')
    || ' ' || coalesce((SELECT group_concat(t.name, ' ') FROM profile_services AS o JOIN service_texts AS t ON t.service_id = o.service_id
      WHERE o.profile_id = p.id AND t.locale = 'en'), '')
    || ' ' || coalesce((SELECT group_concat(t.name, ' ') FROM service_category_texts AS t
      WHERE t.locale = 'en' AND t.category_id IN (SELECT value FROM json_each(NEW.categories))), '')
    FROM profiles AS p WHERE p.id = NEW.profile_id),
    (SELECT p.name || ' ' || coalesce((SELECT headline FROM profile_texts WHERE profile_id = p.id AND locale = 'fr'), '')
    || ' ' || coalesce((SELECT name FROM city_texts WHERE city_id = p.city_id AND locale = 'fr'), '')
    || ' ' || coalesce((SELECT group_concat(t.name, ' ') FROM profile_services AS o JOIN service_texts AS t ON t.service_id = o.service_id
      WHERE o.profile_id = p.id AND t.locale = 'fr'), '')
    || ' ' || coalesce((SELECT group_concat(t.name, ' ') FROM service_category_texts AS t
      WHERE t.locale = 'fr' AND t.category_id IN (SELECT value FROM json_each(NEW.categories))), '')
    FROM profiles AS p WHERE p.id = NEW.profile_id),
    'all c' || NEW.city_id || ' r' || replace(NEW.region, '-', '')
    || coalesce((SELECT ' k' || group_concat(value, ' k') FROM json_each(NEW.categories)), '')
    || coalesce((SELECT ' ' || group_concat(value, ' ') FROM json_each(NEW.facets)), ''));
END;
--> statement-breakpoint
CREATE TRIGGER listed_profiles_lost_by_price AFTER DELETE ON listed_profiles BEGIN
  DELETE FROM search_price WHERE rowid = OLD.price;
END;
--> statement-breakpoint
CREATE TRIGGER listed_profiles_counted AFTER INSERT ON listed_profiles BEGIN
  INSERT INTO facet_counts (place, category_id, facet, profiles)
    SELECT place.id, category.id, facet.value, 1 FROM json_each(NEW.facets) AS facet,
      (SELECT '' AS id UNION ALL SELECT NEW.city_id UNION ALL SELECT 'r-' || NEW.region) AS place,
      (SELECT '' AS id UNION ALL SELECT value FROM json_each(NEW.categories)) AS category WHERE true
    ON CONFLICT (place, category_id, facet) DO UPDATE SET profiles = profiles + 1;
END;
--> statement-breakpoint
CREATE TRIGGER listed_profiles_uncounted AFTER DELETE ON listed_profiles BEGIN
  INSERT INTO facet_counts (place, category_id, facet, profiles)
    SELECT place.id, category.id, facet.value, 0 FROM json_each(OLD.facets) AS facet,
      (SELECT '' AS id UNION ALL SELECT OLD.city_id UNION ALL SELECT 'r-' || OLD.region) AS place,
      (SELECT '' AS id UNION ALL SELECT value FROM json_each(OLD.categories)) AS category WHERE true
    ON CONFLICT (place, category_id, facet) DO UPDATE SET profiles = profiles - 1;
END;
--> statement-breakpoint
CREATE TRIGGER profiles_found_on_insert AFTER INSERT ON profiles WHEN NEW.state = 'published' BEGIN
  DELETE FROM listed_profiles WHERE profile_id = NEW.id;
  INSERT INTO listed_profiles (profile_id, newest, price, city_id, region, categories, facets, card)
    SELECT profile_id, newest, price, city_id, region, categories, facets, card FROM listed_sources WHERE profile_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER profiles_found_on_update AFTER UPDATE OF state, slug, name, city_id, category_id, published_at, hourly_rate, verified_at, available_until, languages,
  private_photo_count, cover_media_id, cover_color ON profiles
WHEN OLD.state = 'published' OR NEW.state = 'published' BEGIN
  DELETE FROM listed_profiles WHERE profile_id = NEW.id;
  INSERT INTO listed_profiles (profile_id, newest, price, city_id, region, categories, facets, card)
    SELECT profile_id, newest, price, city_id, region, categories, facets, card FROM listed_sources WHERE profile_id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_texts_found_on_insert AFTER INSERT ON profile_texts
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = NEW.profile_id AND state = 'published') BEGIN
  DELETE FROM listed_profiles WHERE profile_id = NEW.profile_id;
  INSERT INTO listed_profiles (profile_id, newest, price, city_id, region, categories, facets, card)
    SELECT profile_id, newest, price, city_id, region, categories, facets, card FROM listed_sources WHERE profile_id = NEW.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_texts_found_on_update AFTER UPDATE ON profile_texts
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = NEW.profile_id AND state = 'published') BEGIN
  DELETE FROM listed_profiles WHERE profile_id = NEW.profile_id;
  INSERT INTO listed_profiles (profile_id, newest, price, city_id, region, categories, facets, card)
    SELECT profile_id, newest, price, city_id, region, categories, facets, card FROM listed_sources WHERE profile_id = NEW.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_texts_found_on_delete AFTER DELETE ON profile_texts
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = OLD.profile_id AND state = 'published') BEGIN
  DELETE FROM listed_profiles WHERE profile_id = OLD.profile_id;
  INSERT INTO listed_profiles (profile_id, newest, price, city_id, region, categories, facets, card)
    SELECT profile_id, newest, price, city_id, region, categories, facets, card FROM listed_sources WHERE profile_id = OLD.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_services_found_on_insert AFTER INSERT ON profile_services
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = NEW.profile_id AND state = 'published') BEGIN
  DELETE FROM listed_profiles WHERE profile_id = NEW.profile_id;
  INSERT INTO listed_profiles (profile_id, newest, price, city_id, region, categories, facets, card)
    SELECT profile_id, newest, price, city_id, region, categories, facets, card FROM listed_sources WHERE profile_id = NEW.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_services_found_on_update AFTER UPDATE ON profile_services
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = NEW.profile_id AND state = 'published') BEGIN
  DELETE FROM listed_profiles WHERE profile_id = NEW.profile_id;
  INSERT INTO listed_profiles (profile_id, newest, price, city_id, region, categories, facets, card)
    SELECT profile_id, newest, price, city_id, region, categories, facets, card FROM listed_sources WHERE profile_id = NEW.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_services_found_on_delete AFTER DELETE ON profile_services
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = OLD.profile_id AND state = 'published') BEGIN
  DELETE FROM listed_profiles WHERE profile_id = OLD.profile_id;
  INSERT INTO listed_profiles (profile_id, newest, price, city_id, region, categories, facets, card)
    SELECT profile_id, newest, price, city_id, region, categories, facets, card FROM listed_sources WHERE profile_id = OLD.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_languages_found_on_insert AFTER INSERT ON profile_languages
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = NEW.profile_id AND state = 'published') BEGIN
  DELETE FROM listed_profiles WHERE profile_id = NEW.profile_id;
  INSERT INTO listed_profiles (profile_id, newest, price, city_id, region, categories, facets, card)
    SELECT profile_id, newest, price, city_id, region, categories, facets, card FROM listed_sources WHERE profile_id = NEW.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_languages_found_on_update AFTER UPDATE ON profile_languages
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = NEW.profile_id AND state = 'published') BEGIN
  DELETE FROM listed_profiles WHERE profile_id = NEW.profile_id;
  INSERT INTO listed_profiles (profile_id, newest, price, city_id, region, categories, facets, card)
    SELECT profile_id, newest, price, city_id, region, categories, facets, card FROM listed_sources WHERE profile_id = NEW.profile_id;
END;
--> statement-breakpoint
CREATE TRIGGER profile_languages_found_on_delete AFTER DELETE ON profile_languages
WHEN EXISTS (SELECT 1 FROM profiles WHERE id = OLD.profile_id AND state = 'published') BEGIN
  DELETE FROM listed_profiles WHERE profile_id = OLD.profile_id;
  INSERT INTO listed_profiles (profile_id, newest, price, city_id, region, categories, facets, card)
    SELECT profile_id, newest, price, city_id, region, categories, facets, card FROM listed_sources WHERE profile_id = OLD.profile_id;
END;
--> statement-breakpoint
-- What is published already, row by row.
UPDATE profiles SET state = state WHERE state = 'published';
