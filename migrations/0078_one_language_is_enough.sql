-- Two views: no row is written, and no profile is indexed afresh, since each published one has its texts in every language.
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
  iif(NOT EXISTS (SELECT 1 FROM profile_texts WHERE profile_id = p.id AND headline <> '' AND about <> ''), 'texts', NULL),
  iif(NOT EXISTS (SELECT 1 FROM media AS m WHERE m.profile_id = p.id AND m.kind = 'photo' AND m.visibility = 'public' AND m.state = 'approved' AND (NOT EXISTS (SELECT 1 FROM media_consents AS c
      WHERE c.media_id = m.id AND (c.state <> 'granted' OR EXISTS (SELECT 1 FROM identity_checks AS i JOIN depicted_people AS d ON d.id = i.person_id
      WHERE i.person_id = c.person_id AND i.status = 'verified' AND i.person_hash IS NOT NULL AND (
        EXISTS (SELECT 1 FROM profiles AS p JOIN identity_checks AS o ON o.user_id = p.owner_id
          WHERE p.id = d.profile_id AND o.status = 'verified' AND o.person_hash = i.person_hash)
        OR EXISTS (SELECT 1 FROM depicted_people AS e JOIN identity_checks AS o ON o.person_id = e.id
          WHERE e.profile_id = d.profile_id AND e.id <> d.id AND o.status = 'verified' AND o.person_hash = i.person_hash)))))
    AND NOT EXISTS (SELECT 1 FROM media AS d WHERE d.id = m.id AND iif(d.has_others IS NULL, d.client_id IS NOT NULL,
      d.has_others = 1 AND NOT EXISTS (SELECT 1 FROM media_consents WHERE media_id = d.id))))), 'photo', NULL),
  iif(EXISTS (SELECT 1 FROM media AS m WHERE m.profile_id = p.id AND m.state = 'approved'
        AND (NOT (NOT EXISTS (SELECT 1 FROM media_consents AS c
      WHERE c.media_id = m.id AND (c.state <> 'granted' OR EXISTS (SELECT 1 FROM identity_checks AS i JOIN depicted_people AS d ON d.id = i.person_id
      WHERE i.person_id = c.person_id AND i.status = 'verified' AND i.person_hash IS NOT NULL AND (
        EXISTS (SELECT 1 FROM profiles AS p JOIN identity_checks AS o ON o.user_id = p.owner_id
          WHERE p.id = d.profile_id AND o.status = 'verified' AND o.person_hash = i.person_hash)
        OR EXISTS (SELECT 1 FROM depicted_people AS e JOIN identity_checks AS o ON o.person_id = e.id
          WHERE e.profile_id = d.profile_id AND e.id <> d.id AND o.status = 'verified' AND o.person_hash = i.person_hash)))))
    AND NOT EXISTS (SELECT 1 FROM media AS d WHERE d.id = m.id AND iif(d.has_others IS NULL, d.client_id IS NOT NULL,
      d.has_others = 1 AND NOT EXISTS (SELECT 1 FROM media_consents WHERE media_id = d.id)))) OR m.has_others IS NULL)), 'consent', NULL)
)) WHERE json_each.value IS NOT NULL;
--> statement-breakpoint
CREATE VIEW listed_words AS
SELECT l.profile_id, l.newest, l.price,
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(p.name || ' ' || coalesce((SELECT headline FROM profile_texts WHERE profile_id = p.id
      ORDER BY (headline <> '' AND about <> '') DESC, locale <> 'en', locale <> 'en', locale <> 'fr' LIMIT 1), '')
    || ' ' || coalesce((SELECT name FROM city_texts WHERE city_id = p.city_id AND locale = 'en'), '')
    || ' ' || coalesce((SELECT group_concat(t.name, ' ') FROM profile_services AS o JOIN service_texts AS t ON t.service_id = o.service_id
      WHERE o.profile_id = p.id AND t.locale = 'en'), '')
    || ' ' || coalesce((SELECT group_concat(t.name, ' ') FROM service_category_texts AS t
      WHERE t.locale = 'en' AND t.category_id IN (SELECT value FROM json_each(l.categories))), ''), 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ø', 'o'), 'Ø', 'o'), 'ł', 'l'), 'Ł', 'l'), 'đ', 'd'), 'Đ', 'd'), 'ß', 'ss') AS en,
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(p.name || ' ' || coalesce((SELECT headline FROM profile_texts WHERE profile_id = p.id
      ORDER BY (headline <> '' AND about <> '') DESC, locale <> 'fr', locale <> 'en', locale <> 'fr' LIMIT 1), '')
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
