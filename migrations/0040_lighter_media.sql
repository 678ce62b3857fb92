-- A profile takes a ninth less: what its owner declares of a medium are columns of the medium, signatures are found by who signed what,
-- indexes leave out rows without a value, and tags share one entry of each prefix index. No index finds media by their files any more:
-- those of a medium bear its id.
-- With 100,000 profiles 20 seconds, 9 of them for one search index: D1 ends a statement after 30 seconds, so up to about 300,000. The
-- Worker before this one lists nobody between this migration and its own deployment; none was released.
ALTER TABLE `media` ADD `has_others` integer;--> statement-breakpoint
ALTER TABLE `media` ADD `declared_at` integer;--> statement-breakpoint
-- For the next statement alone; it is made again below.
DROP TRIGGER `media_update_seen`;--> statement-breakpoint
UPDATE media SET has_others = d.has_others, declared_at = d.declared_at FROM media_declarations AS d WHERE d.media_id = media.id;--> statement-breakpoint
DROP TABLE `media_declarations`;--> statement-breakpoint
CREATE TABLE agreement_signatures_copy AS SELECT user_id, version, text_hash, locale, name_sealed, signed_at FROM agreement_signatures;--> statement-breakpoint
DROP TABLE `agreement_signatures`;--> statement-breakpoint
CREATE TABLE `agreement_signatures` (
	`user_id` text NOT NULL,
	`version` integer NOT NULL,
	`text_hash` text NOT NULL,
	`locale` text NOT NULL,
	`name_sealed` text NOT NULL,
	`signed_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `version`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;--> statement-breakpoint
INSERT INTO agreement_signatures SELECT user_id, version, text_hash, locale, name_sealed, signed_at FROM agreement_signatures_copy ORDER BY user_id, version;--> statement-breakpoint
DROP TABLE agreement_signatures_copy;--> statement-breakpoint
DROP INDEX `media_storage`;--> statement-breakpoint
DROP INDEX `media_reviewed_by`;--> statement-breakpoint
CREATE INDEX `media_reviewed_by` ON `media` (`reviewed_by`) WHERE reviewed_by IS NOT NULL;--> statement-breakpoint
DROP INDEX `users_banned_by`;--> statement-breakpoint
CREATE INDEX `users_banned_by` ON `users` (`banned_by`) WHERE banned_by IS NOT NULL;--> statement-breakpoint
DROP INDEX `identity_checks_session`;--> statement-breakpoint
DROP INDEX `identity_checks_person`;--> statement-breakpoint
DROP INDEX `identity_checks_first_reviewer`;--> statement-breakpoint
DROP INDEX `identity_checks_second_reviewer`;--> statement-breakpoint
CREATE UNIQUE INDEX `identity_checks_session` ON `identity_checks` (`session_ref`) WHERE session_ref IS NOT NULL;--> statement-breakpoint
CREATE INDEX `identity_checks_person` ON `identity_checks` (`person_id`,`status`) WHERE person_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `identity_checks_first_reviewer` ON `identity_checks` (`first_reviewer`) WHERE first_reviewer IS NOT NULL;--> statement-breakpoint
CREATE INDEX `identity_checks_second_reviewer` ON `identity_checks` (`second_reviewer`) WHERE second_reviewer IS NOT NULL;--> statement-breakpoint
DROP INDEX `profiles_featured`;--> statement-breakpoint
DROP INDEX `profiles_available`;--> statement-breakpoint
CREATE INDEX `profiles_featured` ON `profiles` (`state`,`featured_rank`) WHERE featured_rank IS NOT NULL;--> statement-breakpoint
CREATE INDEX `profiles_available` ON `profiles` (`available_until`) WHERE available_until IS NOT NULL;--> statement-breakpoint
DROP TRIGGER search_renames_begun;
--> statement-breakpoint
DROP TRIGGER search_renames_continued;
--> statement-breakpoint
DROP TRIGGER services_moved;
--> statement-breakpoint
DROP VIEW listed_words;
--> statement-breakpoint
DROP VIEW publication_problems;
--> statement-breakpoint
CREATE VIEW publication_problems AS
SELECT p.id AS profile_id, json_each.value AS problem FROM profiles AS p, json_each(json_array(
  iif(NOT (EXISTS (SELECT 1 FROM identity_checks WHERE user_id = p.owner_id AND status = 'verified' AND over_18 = 1
      AND (livemode = 1 OR EXISTS (SELECT 1 FROM identity_modes WHERE livemode = 0)))
    AND NOT EXISTS (SELECT 1 FROM identity_checks WHERE user_id = p.owner_id AND status IN ('refused_age', 'refused'))), 'identity', NULL),
  iif(NOT EXISTS (SELECT 1 FROM agreement_signatures WHERE user_id = p.owner_id), 'agreement', NULL),
  iif(p.hourly_rate <= 0, 'rate', NULL),
  iif(NOT EXISTS (SELECT 1 FROM profile_languages WHERE profile_id = p.id), 'languages', NULL),
  iif(NOT EXISTS (SELECT 1 FROM profile_services WHERE profile_id = p.id), 'services', NULL),
  iif(NOT EXISTS (SELECT 1 FROM profile_texts WHERE profile_id = p.id AND locale = 'en' AND headline <> '' AND about <> ''), 'texts_en', NULL),
  iif(NOT EXISTS (SELECT 1 FROM profile_texts WHERE profile_id = p.id AND locale = 'fr' AND headline <> '' AND about <> ''), 'texts_fr', NULL),
  iif(NOT EXISTS (SELECT 1 FROM media AS m WHERE m.profile_id = p.id AND m.kind = 'photo' AND m.visibility = 'public' AND m.state = 'approved' AND (NOT EXISTS (SELECT 1 FROM media_consents WHERE media_id = m.id AND state <> 'granted')
    AND NOT EXISTS (SELECT 1 FROM media AS d WHERE d.id = m.id AND iif(d.has_others IS NULL, d.client_id IS NOT NULL,
      d.has_others = 1 AND NOT EXISTS (SELECT 1 FROM media_consents WHERE media_id = d.id))))), 'photo', NULL),
  iif(EXISTS (SELECT 1 FROM media AS m WHERE m.profile_id = p.id AND m.state = 'approved'
        AND (NOT (NOT EXISTS (SELECT 1 FROM media_consents WHERE media_id = m.id AND state <> 'granted')
    AND NOT EXISTS (SELECT 1 FROM media AS d WHERE d.id = m.id AND iif(d.has_others IS NULL, d.client_id IS NOT NULL,
      d.has_others = 1 AND NOT EXISTS (SELECT 1 FROM media_consents WHERE media_id = d.id)))) OR m.has_others IS NULL)), 'consent', NULL)
)) WHERE json_each.value IS NOT NULL;
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
    || coalesce((SELECT ' tagged' || group_concat(value, ' tagged') FROM json_each(l.facets)), '') AS tags
FROM listings AS l JOIN profiles AS p ON p.id = l.profile_id;
--> statement-breakpoint
CREATE TRIGGER services_moved AFTER UPDATE OF category_id ON services
WHEN NEW.category_id <> OLD.category_id BEGIN
  UPDATE profiles SET state = state
    WHERE state = 'published' AND id IN (SELECT profile_id FROM listings WHERE newest IN (
      SELECT rowid FROM search_newest WHERE search_newest MATCH 'tags : taggeds' || NEW.id));
END;
--> statement-breakpoint
CREATE TRIGGER search_renames_begun AFTER INSERT ON search_renames BEGIN
  UPDATE search_renames SET batch = (SELECT json_group_array(place) FROM (
    SELECT rowid AS place FROM search_newest
    WHERE search_newest MATCH 'tags : "tagged' || NEW.tag || '"' AND rowid > coalesce(NEW.batch ->> '$[#-1]', -1) ORDER BY rowid LIMIT 500
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
    WHERE search_newest MATCH 'tags : "tagged' || NEW.tag || '"' AND rowid > coalesce(NEW.batch ->> '$[#-1]', -1) ORDER BY rowid LIMIT 500
  )) WHERE tag = NEW.tag;
  DELETE FROM search_newest WHERE rowid IN (SELECT newest FROM listings WHERE newest IN (SELECT value FROM search_renames AS r, json_each(r.batch) WHERE r.tag = NEW.tag));
  INSERT INTO search_newest (rowid, en, fr, tags) SELECT newest, en, fr, tags FROM listed_words WHERE newest IN (SELECT value FROM search_renames AS r, json_each(r.batch) WHERE r.tag = NEW.tag) ORDER BY newest;
  DELETE FROM search_price WHERE rowid IN (SELECT price FROM listings WHERE newest IN (SELECT value FROM search_renames AS r, json_each(r.batch) WHERE r.tag = NEW.tag));
  INSERT INTO search_price (rowid, en, fr, tags) SELECT price, en, fr, tags FROM listed_words WHERE newest IN (SELECT value FROM search_renames AS r, json_each(r.batch) WHERE r.tag = NEW.tag) ORDER BY price;
  DELETE FROM search_renames WHERE tag = NEW.tag AND json_array_length(batch) < 500;
END;
--> statement-breakpoint
CREATE TRIGGER media_update_seen AFTER UPDATE ON media
WHEN OLD.state = 'approved' OR NEW.state = 'approved' BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
INSERT INTO search_newest (search_newest) VALUES ('delete-all');
--> statement-breakpoint
INSERT INTO search_price (search_price) VALUES ('delete-all');
--> statement-breakpoint
INSERT INTO search_newest (rowid, en, fr, tags) SELECT newest, en, fr, tags FROM listed_words ORDER BY newest;
--> statement-breakpoint
INSERT INTO search_price (rowid, en, fr, tags) SELECT price, en, fr, tags FROM listed_words ORDER BY price;
