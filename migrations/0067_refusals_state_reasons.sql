-- No identity check of a member is refused without a decision, and decisions about checks and consents end with them; reports of the site's own
-- checks are told from people's. Reads all reports once, and indexes the few checks of minors: some tens of thousands of rows with a million
-- profiles, less than a second. A Worker from before this one refuses no check meanwhile: its batch fails as a whole, and its job is tried again.
ALTER TABLE `reports` ADD `is_own` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE reports SET is_own = 1 WHERE email IS NULL AND reporter_id IS NULL
  AND ((about LIKE 'identity check %' AND details LIKE 'Identity check: %') OR details LIKE 'Hash match: list %, distance % of 256');--> statement-breakpoint
CREATE INDEX `identity_checks_minor` ON `identity_checks` (`person_hash`) WHERE reason = 'minor' AND person_hash IS NOT NULL;--> statement-breakpoint
CREATE TRIGGER identity_checks_restricted BEFORE UPDATE OF status ON identity_checks
WHEN NEW.user_id IS NOT NULL AND NEW.status IN ('refused_age', 'refused') AND OLD.status NOT IN ('refused_age', 'refused')
    AND NOT EXISTS (SELECT 1 FROM decisions WHERE subject_id = NEW.id AND state = 'active' AND created_at = NEW.updated_at AND true) BEGIN
  SELECT RAISE(ABORT, 'decisions.missing');
END;
--> statement-breakpoint
CREATE TRIGGER identity_checks_freed AFTER UPDATE OF status ON identity_checks
WHEN OLD.status IN ('refused_age', 'refused') AND NEW.status NOT IN ('refused_age', 'refused', 'redacted') BEGIN
  UPDATE decisions SET state = 'ended', updated_at = NEW.updated_at WHERE subject_id = NEW.id AND field IS NULL AND state = 'active';
END;
--> statement-breakpoint
CREATE TRIGGER consents_freed AFTER UPDATE OF state ON media_consents
WHEN NEW.state = 'granted' AND OLD.state <> 'granted' AND NOT EXISTS (SELECT 1 FROM media_consents AS c JOIN media AS m ON m.id = c.media_id
    WHERE c.person_id = NEW.person_id AND c.state = 'withdrawn' AND m.removed_at IS NULL AND m.state NOT IN ('rejected', 'quarantined', 'deleted')) BEGIN
  UPDATE decisions SET state = 'ended', updated_at = NEW.updated_at WHERE subject_id = NEW.person_id AND field IS NULL AND state = 'active';
END;
