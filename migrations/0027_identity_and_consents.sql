-- Identity checks, agreements and consents: new tables, and a column that rewrites nothing. The view is read by profile.
CREATE TABLE `agreement_signatures` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`version` integer NOT NULL,
	`text_hash` text NOT NULL,
	`locale` text NOT NULL,
	`name_sealed` text NOT NULL,
	`signed_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `agreement_signatures_user` ON `agreement_signatures` (`user_id`,`version`);--> statement-breakpoint
CREATE TABLE `consent_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `depicted_people`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `consent_links_person` ON `consent_links` (`person_id`);--> statement-breakpoint
CREATE TABLE `depicted_people` (
	`id` text PRIMARY KEY NOT NULL,
	`profile_id` text,
	`label` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`profile_id`) REFERENCES `profiles`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `depicted_people_profile` ON `depicted_people` (`profile_id`);--> statement-breakpoint
CREATE TABLE `media_consents` (
	`media_id` text NOT NULL,
	`person_id` text NOT NULL,
	`state` text NOT NULL,
	`may_download` integer,
	`text_version` integer,
	`text_hash` text,
	`locale` text,
	`signed_at` integer,
	`address_hash` text,
	`withdrawn_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`media_id`, `person_id`),
	FOREIGN KEY (`person_id`) REFERENCES `depicted_people`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "media_consents_state" CHECK("media_consents"."state" IN ('requested', 'granted', 'refused', 'withdrawn'))
);
--> statement-breakpoint
CREATE INDEX `media_consents_person` ON `media_consents` (`person_id`);--> statement-breakpoint
CREATE TABLE `media_declarations` (
	`media_id` text PRIMARY KEY NOT NULL,
	`has_others` integer NOT NULL,
	`declared_at` integer NOT NULL,
	FOREIGN KEY (`media_id`) REFERENCES `media`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `identity_acts` (
	`id` text PRIMARY KEY NOT NULL,
	`check_id` text NOT NULL,
	`staff_id` text,
	`kind` text NOT NULL,
	`reason` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`check_id`) REFERENCES `identity_checks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`staff_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "identity_acts_kind" CHECK("identity_acts"."kind" IN ('confirm', 'refuse', 'revoke', 'reopen'))
);
--> statement-breakpoint
CREATE INDEX `identity_acts_check` ON `identity_acts` (`check_id`,`id`);--> statement-breakpoint
CREATE INDEX `identity_acts_staff` ON `identity_acts` (`staff_id`);--> statement-breakpoint
CREATE TABLE `identity_checks` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`person_id` text,
	`provider` text NOT NULL,
	`session_ref` text,
	`status` text NOT NULL,
	`over_18` integer,
	`checked_at` integer,
	`liveness` integer,
	`document_month` text,
	`livemode` integer NOT NULL,
	`next_check_at` integer,
	`noticed_days` integer,
	`has_paused` integer DEFAULT false NOT NULL,
	`reason` text,
	`attempts` integer NOT NULL,
	`person_hash` text,
	`first_reviewer` text,
	`second_reviewer` text,
	`redaction_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`person_id`) REFERENCES `depicted_people`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`first_reviewer`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`second_reviewer`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "identity_checks_status" CHECK("identity_checks"."status" IN ('none', 'pending', 'processing', 'verified', 'needs_input', 'expired', 'revoked', 'refused_age', 'refused', 'redacted')),
	CONSTRAINT "identity_checks_reason" CHECK("identity_checks"."reason" IN ('period', 'document', 'minor', 'other_person', 'staff'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `identity_checks_open_user` ON `identity_checks` (`user_id`) WHERE status IN ('pending', 'processing', 'needs_input') AND user_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `identity_checks_open_person` ON `identity_checks` (`person_id`) WHERE status IN ('pending', 'processing', 'needs_input') AND person_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `identity_checks_session` ON `identity_checks` (`session_ref`);--> statement-breakpoint
CREATE INDEX `identity_checks_user` ON `identity_checks` (`user_id`,`status`);--> statement-breakpoint
CREATE INDEX `identity_checks_person` ON `identity_checks` (`person_id`,`status`);--> statement-breakpoint
CREATE INDEX `identity_checks_due` ON `identity_checks` (`next_check_at`) WHERE status = 'verified' AND next_check_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `identity_checks_redaction` ON `identity_checks` (`redaction_at`) WHERE redaction_at IS NOT NULL AND status <> 'redacted';--> statement-breakpoint
CREATE INDEX `identity_checks_desk` ON `identity_checks` (`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `identity_checks_first_reviewer` ON `identity_checks` (`first_reviewer`);--> statement-breakpoint
CREATE INDEX `identity_checks_second_reviewer` ON `identity_checks` (`second_reviewer`);--> statement-breakpoint
CREATE TABLE `identity_modes` (
	`livemode` integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE `payment_events` ADD `session_ref` text;--> statement-breakpoint
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
    AND NOT EXISTS (SELECT 1 FROM media_declarations AS d WHERE d.media_id = m.id AND d.has_others = 1
      AND NOT EXISTS (SELECT 1 FROM media_consents WHERE media_id = d.media_id))
    AND NOT EXISTS (SELECT 1 FROM media AS u WHERE u.id = m.id AND u.client_id IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM media_declarations WHERE media_id = u.id)))), 'photo', NULL),
  iif(EXISTS (SELECT 1 FROM media AS m WHERE m.profile_id = p.id AND m.state = 'approved'
        AND (NOT (NOT EXISTS (SELECT 1 FROM media_consents WHERE media_id = m.id AND state <> 'granted')
    AND NOT EXISTS (SELECT 1 FROM media_declarations AS d WHERE d.media_id = m.id AND d.has_others = 1
      AND NOT EXISTS (SELECT 1 FROM media_consents WHERE media_id = d.media_id))
    AND NOT EXISTS (SELECT 1 FROM media AS u WHERE u.id = m.id AND u.client_id IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM media_declarations WHERE media_id = u.id))) OR m.id NOT IN (SELECT media_id FROM media_declarations))), 'consent', NULL)
)) WHERE json_each.value IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER media_consents_insert_seen AFTER INSERT ON media_consents
WHEN (SELECT state FROM media WHERE id = NEW.media_id) = 'approved' BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER media_consents_update_seen AFTER UPDATE ON media_consents
WHEN (SELECT state FROM media WHERE id = NEW.media_id) = 'approved' BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER media_consents_delete_seen AFTER DELETE ON media_consents
WHEN (SELECT state FROM media WHERE id = OLD.media_id) = 'approved' BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER media_declarations_insert_seen AFTER INSERT ON media_declarations
WHEN (SELECT state FROM media WHERE id = NEW.media_id) = 'approved' BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER media_declarations_update_seen AFTER UPDATE ON media_declarations
WHEN (SELECT state FROM media WHERE id = NEW.media_id) = 'approved' BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER media_declarations_delete_seen AFTER DELETE ON media_declarations
WHEN (SELECT state FROM media WHERE id = OLD.media_id) = 'approved' BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER identity_acts_unchanged BEFORE UPDATE OF check_id, kind, reason, created_at ON identity_acts BEGIN
  SELECT RAISE(ABORT, 'identity_acts.append_only');
END;
