-- Consents end with the check behind them, one document verifies one person of a profile, and what ended is recognised when it is
-- uploaded again. Two empty tables, a view and two triggers: no cost.
CREATE TABLE `ended_media` (
	`media_id` text PRIMARY KEY NOT NULL,
	`profile_id` text NOT NULL,
	`ending` text NOT NULL,
	`sha256` text,
	`pdq` text,
	`pdq_quality` integer,
	`has_others` integer,
	`ended_at` integer NOT NULL,
	FOREIGN KEY (`profile_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "ended_media_ending" CHECK("ended_media"."ending" IN ('quarantined', 'taken_down', 'rejected', 'removed', 'reported'))
);
--> statement-breakpoint
CREATE INDEX `ended_media_profile` ON `ended_media` (`profile_id`,`media_id`);--> statement-breakpoint
CREATE INDEX `ended_media_ended` ON `ended_media` (`ended_at`);--> statement-breakpoint
CREATE TABLE `media_likenesses` (
	`media_id` text NOT NULL,
	`like_id` text NOT NULL,
	PRIMARY KEY(`media_id`, `like_id`),
	FOREIGN KEY (`media_id`) REFERENCES `media`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
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
CREATE TRIGGER media_ended AFTER UPDATE OF state, removed_at ON media
WHEN (NEW.state IN ('rejected', 'quarantined', 'deleted') OR NEW.removed_at IS NOT NULL)
    AND coalesce(NEW.sha256, OLD.sha256, NEW.pdq, OLD.pdq) IS NOT NULL AND NOT (NEW.state = 'rejected' AND NEW.reason IS 'unprocessable') BEGIN
  INSERT INTO ended_media (media_id, profile_id, ending, sha256, pdq, pdq_quality, has_others, ended_at)
    SELECT NEW.id, NEW.profile_id,
      CASE WHEN NEW.state = 'quarantined' THEN 'quarantined'
        WHEN NEW.state = 'rejected' THEN iif(OLD.state IN ('approved', 'reported'), 'taken_down', 'rejected')
        WHEN OLD.state = 'reported' THEN 'reported' ELSE 'removed' END,
      coalesce(NEW.sha256, OLD.sha256), coalesce(NEW.pdq, OLD.pdq), coalesce(NEW.pdq_quality, OLD.pdq_quality), NEW.has_others, NEW.updated_at
    WHERE NEW.state IN ('rejected', 'quarantined') OR OLD.state = 'reported' OR NEW.has_others = 1
      OR EXISTS (SELECT 1 FROM media_consents WHERE media_id = NEW.id)
    ON CONFLICT (media_id) DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER identity_checks_consents_end AFTER UPDATE OF status ON identity_checks
WHEN NEW.person_id IS NOT NULL AND NEW.status <> OLD.status AND NEW.status IN ('refused_age', 'refused', 'revoked') BEGIN
  UPDATE media_consents SET state = 'withdrawn', may_download = 0, withdrawn_at = NEW.updated_at, updated_at = NEW.updated_at
    WHERE person_id = NEW.person_id AND (state = 'granted' OR (state = 'requested' AND NEW.status <> 'revoked'));
END;
