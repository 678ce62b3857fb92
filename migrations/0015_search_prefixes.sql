-- The beginning of a word is looked up in an index of its own for two to six letters. With two and three alone, a common word's beginning
-- (`dinne`) read every row that has it: 8 ms among 100,000 profiles.

-- What a listed profile is found by: its words in each language, and its facets as tags.
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
FROM listed_profiles AS l JOIN profiles AS p ON p.id = l.profile_id;
--> statement-breakpoint
DROP TRIGGER listed_profiles_found_by_newest;
--> statement-breakpoint
DROP TABLE search_newest;
--> statement-breakpoint
CREATE VIRTUAL TABLE search_newest USING fts5(en, fr, tags, content='', contentless_delete=1, prefix='2 3 4 5 6', tokenize='unicode61 remove_diacritics 2');
--> statement-breakpoint
CREATE TRIGGER listed_profiles_found_by_newest AFTER INSERT ON listed_profiles BEGIN
  INSERT INTO search_newest (rowid, en, fr, tags) SELECT newest, en, fr, tags FROM listed_words WHERE profile_id = NEW.profile_id;
END;
--> statement-breakpoint
INSERT INTO search_newest (rowid, en, fr, tags) SELECT newest, en, fr, tags FROM listed_words ORDER BY newest;
--> statement-breakpoint
DROP TRIGGER listed_profiles_found_by_price;
--> statement-breakpoint
DROP TABLE search_price;
--> statement-breakpoint
CREATE VIRTUAL TABLE search_price USING fts5(en, fr, tags, content='', contentless_delete=1, prefix='2 3 4 5 6', tokenize='unicode61 remove_diacritics 2');
--> statement-breakpoint
CREATE TRIGGER listed_profiles_found_by_price AFTER INSERT ON listed_profiles BEGIN
  INSERT INTO search_price (rowid, en, fr, tags) SELECT price, en, fr, tags FROM listed_words WHERE profile_id = NEW.profile_id;
END;
--> statement-breakpoint
INSERT INTO search_price (rowid, en, fr, tags) SELECT price, en, fr, tags FROM listed_words ORDER BY price;
