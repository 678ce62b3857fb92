-- Profiles are found by their price. Costs nothing by itself: the last statement reads the first 500 listed profiles again, and the cron all
-- others, 500 at a time (search_renames).
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
    || iif(instr(p.rhythm, '-evening'), ' taggedwevening', '') AS tags
FROM listings AS l JOIN profiles AS p ON p.id = l.profile_id;
--> statement-breakpoint
INSERT INTO search_renames (tag, batch, turn) VALUES ('all', '[]', 0) ON CONFLICT (tag) DO UPDATE SET batch = '[]', turn = 0;
