-- Whose records the audit log's reads are of, for the member to read (docs/decisions/2026-11-27-members-read-who-opened-their-data.md).
-- Goes through the audit log once, with a look-up by key for each of its reads: seconds for a million of them.
CREATE TABLE `personal_reads` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`seq` integer NOT NULL,
	`read_at` integer NOT NULL,
	`action` text NOT NULL,
	`role` text,
	`report_id` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `personal_reads_user` ON `personal_reads` (`user_id`,`seq`);
--> statement-breakpoint
INSERT INTO personal_reads (user_id, seq, read_at, action, role, report_id)
  SELECT user_id, seq, at, action, NULL, NULL FROM (
    SELECT l.seq, l.at, l.action, l.actor_id, CASE
      WHEN l.action IN ('member.read', 'users.read', 'billing.read', 'impersonation.start') THEN l.target_id
      WHEN l.action IN ('profile.read', 'profile.read_media', 'profiles.read') THEN (SELECT owner_id FROM profiles WHERE id = l.target_id)
      WHEN l.action = 'media.read' THEN (SELECT p.owner_id FROM media AS m JOIN profiles AS p ON p.id = m.profile_id WHERE m.id = l.target_id)
      WHEN l.action = 'application.read' THEN
        (SELECT coalesce(a.user_id, (SELECT id FROM users WHERE email = a.email)) FROM applications AS a WHERE a.id = l.target_id)
      WHEN l.action = 'ticket.read' THEN
        (SELECT coalesce(t.user_id, (SELECT id FROM users WHERE email = t.email)) FROM tickets AS t WHERE t.reference = l.target_id)
      WHEN l.action = 'report.read' THEN
        (SELECT u.id FROM reports AS r JOIN users AS u ON u.email = r.email WHERE r.reference = l.target_id)
      WHEN l.action = 'mail.read' THEN
        (SELECT u.id FROM outbox_emails AS e JOIN users AS u ON u.email = e.recipient WHERE e.id = l.target_id)
      WHEN l.action = 'payment-events.read' THEN
        (SELECT c.user_id FROM payment_events AS e JOIN billing_customers AS c ON c.stripe_customer = e.stripe_customer WHERE e.id = l.target_id)
      WHEN l.action = 'billing-issues.read' THEN (SELECT user_id FROM billing_issues WHERE id = l.target_id)
      WHEN l.action = 'billing-requests.read' THEN (SELECT user_id FROM billing_requests WHERE id = l.target_id)
    END AS user_id FROM audit_log AS l
  ) AS s
  WHERE user_id IS NOT NULL
    AND NOT (EXISTS (SELECT 1 FROM staff_grants WHERE user_id = s.actor_id AND role = 'trust_lead')
      AND EXISTS (SELECT 1 FROM help_requests WHERE user_id = s.user_id AND state <> 'noted'))
  ORDER BY seq;
--> statement-breakpoint
INSERT INTO personal_reads (user_id, seq, read_at, action, role, report_id)
  SELECT DISTINCT c.author_id, l.seq, l.at, l.action, NULL, iif(u.email IS r.email, NULL, r.id)
  FROM audit_log AS l JOIN reports AS r ON r.reference = l.target_id
    JOIN report_messages AS c ON c.report_id = r.id LEFT JOIN users AS u ON u.id = c.author_id
  WHERE l.action = 'report.read_messages' AND c.author_id IS NOT NULL
    AND NOT (EXISTS (SELECT 1 FROM staff_grants WHERE user_id = l.actor_id AND role = 'trust_lead')
      AND EXISTS (SELECT 1 FROM help_requests WHERE user_id = c.author_id AND state <> 'noted'))
  ORDER BY l.seq;
--> statement-breakpoint
CREATE TRIGGER audit_log_read_of_member AFTER INSERT ON audit_log
WHEN NEW.action IN ('member.read', 'users.read', 'billing.read', 'impersonation.start') BEGIN
  INSERT INTO personal_reads (user_id, seq, read_at, action, role, report_id)
    SELECT s.user_id, NEW.seq, NEW.at, NEW.action, NEW.details ->> 'role', s.report_id FROM (SELECT NEW.target_id AS user_id, NULL AS report_id) AS s
    WHERE s.user_id IS NOT NULL AND NOT (NEW.details ->> 'role' IS 'trust_lead'
      AND EXISTS (SELECT 1 FROM help_requests WHERE user_id = s.user_id AND state <> 'noted'));
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_read_of_profile AFTER INSERT ON audit_log
WHEN NEW.action IN ('profile.read', 'profile.read_media', 'profiles.read') BEGIN
  INSERT INTO personal_reads (user_id, seq, read_at, action, role, report_id)
    SELECT s.user_id, NEW.seq, NEW.at, NEW.action, NEW.details ->> 'role', s.report_id FROM (SELECT owner_id AS user_id, NULL AS report_id FROM profiles WHERE id = NEW.target_id) AS s
    WHERE s.user_id IS NOT NULL AND NOT (NEW.details ->> 'role' IS 'trust_lead'
      AND EXISTS (SELECT 1 FROM help_requests WHERE user_id = s.user_id AND state <> 'noted'));
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_read_of_media AFTER INSERT ON audit_log
WHEN NEW.action IN ('media.read') BEGIN
  INSERT INTO personal_reads (user_id, seq, read_at, action, role, report_id)
    SELECT s.user_id, NEW.seq, NEW.at, NEW.action, NEW.details ->> 'role', s.report_id FROM (SELECT p.owner_id AS user_id, NULL AS report_id FROM media AS m JOIN profiles AS p ON p.id = m.profile_id
      WHERE m.id = NEW.target_id) AS s
    WHERE s.user_id IS NOT NULL AND NOT (NEW.details ->> 'role' IS 'trust_lead'
      AND EXISTS (SELECT 1 FROM help_requests WHERE user_id = s.user_id AND state <> 'noted'));
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_read_of_application AFTER INSERT ON audit_log
WHEN NEW.action IN ('application.read') BEGIN
  INSERT INTO personal_reads (user_id, seq, read_at, action, role, report_id)
    SELECT s.user_id, NEW.seq, NEW.at, NEW.action, NEW.details ->> 'role', s.report_id FROM (SELECT coalesce(s.user_id, (SELECT id FROM users WHERE email = s.email)) AS user_id, NULL AS report_id FROM applications AS s WHERE s.id = NEW.target_id) AS s
    WHERE s.user_id IS NOT NULL AND NOT (NEW.details ->> 'role' IS 'trust_lead'
      AND EXISTS (SELECT 1 FROM help_requests WHERE user_id = s.user_id AND state <> 'noted'));
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_read_of_ticket AFTER INSERT ON audit_log
WHEN NEW.action IN ('ticket.read') BEGIN
  INSERT INTO personal_reads (user_id, seq, read_at, action, role, report_id)
    SELECT s.user_id, NEW.seq, NEW.at, NEW.action, NEW.details ->> 'role', s.report_id FROM (SELECT coalesce(s.user_id, (SELECT id FROM users WHERE email = s.email)) AS user_id, NULL AS report_id FROM tickets AS s WHERE s.reference = NEW.target_id) AS s
    WHERE s.user_id IS NOT NULL AND NOT (NEW.details ->> 'role' IS 'trust_lead'
      AND EXISTS (SELECT 1 FROM help_requests WHERE user_id = s.user_id AND state <> 'noted'));
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_read_of_reporter AFTER INSERT ON audit_log
WHEN NEW.action IN ('report.read') BEGIN
  INSERT INTO personal_reads (user_id, seq, read_at, action, role, report_id)
    SELECT s.user_id, NEW.seq, NEW.at, NEW.action, NEW.details ->> 'role', s.report_id FROM (SELECT u.id AS user_id, NULL AS report_id FROM reports AS r JOIN users AS u ON u.email = r.email
      WHERE r.reference = NEW.target_id) AS s
    WHERE s.user_id IS NOT NULL AND NOT (NEW.details ->> 'role' IS 'trust_lead'
      AND EXISTS (SELECT 1 FROM help_requests WHERE user_id = s.user_id AND state <> 'noted'));
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_read_of_authors AFTER INSERT ON audit_log
WHEN NEW.action IN ('report.read_messages') BEGIN
  INSERT INTO personal_reads (user_id, seq, read_at, action, role, report_id)
    SELECT s.user_id, NEW.seq, NEW.at, NEW.action, NEW.details ->> 'role', s.report_id FROM (SELECT DISTINCT c.author_id AS user_id, iif(u.email IS r.email, NULL, r.id) AS report_id FROM reports AS r
      JOIN report_messages AS c ON c.report_id = r.id LEFT JOIN users AS u ON u.id = c.author_id
      WHERE r.reference = NEW.target_id) AS s
    WHERE s.user_id IS NOT NULL AND NOT (NEW.details ->> 'role' IS 'trust_lead'
      AND EXISTS (SELECT 1 FROM help_requests WHERE user_id = s.user_id AND state <> 'noted'));
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_read_of_mail AFTER INSERT ON audit_log
WHEN NEW.action IN ('mail.read') BEGIN
  INSERT INTO personal_reads (user_id, seq, read_at, action, role, report_id)
    SELECT s.user_id, NEW.seq, NEW.at, NEW.action, NEW.details ->> 'role', s.report_id FROM (SELECT u.id AS user_id, NULL AS report_id FROM outbox_emails AS e JOIN users AS u ON u.email = e.recipient
      WHERE e.id = NEW.target_id) AS s
    WHERE s.user_id IS NOT NULL AND NOT (NEW.details ->> 'role' IS 'trust_lead'
      AND EXISTS (SELECT 1 FROM help_requests WHERE user_id = s.user_id AND state <> 'noted'));
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_read_of_payment_event AFTER INSERT ON audit_log
WHEN NEW.action IN ('payment-events.read') BEGIN
  INSERT INTO personal_reads (user_id, seq, read_at, action, role, report_id)
    SELECT s.user_id, NEW.seq, NEW.at, NEW.action, NEW.details ->> 'role', s.report_id FROM (SELECT c.user_id, NULL AS report_id FROM payment_events AS e
      JOIN billing_customers AS c ON c.stripe_customer = e.stripe_customer WHERE e.id = NEW.target_id) AS s
    WHERE s.user_id IS NOT NULL AND NOT (NEW.details ->> 'role' IS 'trust_lead'
      AND EXISTS (SELECT 1 FROM help_requests WHERE user_id = s.user_id AND state <> 'noted'));
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_read_of_billing_issue AFTER INSERT ON audit_log
WHEN NEW.action IN ('billing-issues.read') BEGIN
  INSERT INTO personal_reads (user_id, seq, read_at, action, role, report_id)
    SELECT s.user_id, NEW.seq, NEW.at, NEW.action, NEW.details ->> 'role', s.report_id FROM (SELECT user_id, NULL AS report_id FROM billing_issues WHERE id = NEW.target_id) AS s
    WHERE s.user_id IS NOT NULL AND NOT (NEW.details ->> 'role' IS 'trust_lead'
      AND EXISTS (SELECT 1 FROM help_requests WHERE user_id = s.user_id AND state <> 'noted'));
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_read_of_billing_request AFTER INSERT ON audit_log
WHEN NEW.action IN ('billing-requests.read') BEGIN
  INSERT INTO personal_reads (user_id, seq, read_at, action, role, report_id)
    SELECT s.user_id, NEW.seq, NEW.at, NEW.action, NEW.details ->> 'role', s.report_id FROM (SELECT user_id, NULL AS report_id FROM billing_requests WHERE id = NEW.target_id) AS s
    WHERE s.user_id IS NOT NULL AND NOT (NEW.details ->> 'role' IS 'trust_lead'
      AND EXISTS (SELECT 1 FROM help_requests WHERE user_id = s.user_id AND state <> 'noted'));
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_read_of_appeal AFTER INSERT ON audit_log
WHEN NEW.action IN ('appeal.read') BEGIN
  INSERT INTO personal_reads (user_id, seq, read_at, action, role, report_id)
    SELECT s.user_id, NEW.seq, NEW.at, NEW.action, NEW.details ->> 'role', s.report_id FROM (SELECT coalesce(d.user_id, iif(d.kind = 'notice_refused', u.id, NULL)) AS user_id, NULL AS report_id FROM decisions AS d
      LEFT JOIN reports AS r ON r.id = d.report_id LEFT JOIN users AS u ON u.email = r.email WHERE d.reference = NEW.target_id) AS s
    WHERE s.user_id IS NOT NULL AND NOT (NEW.details ->> 'role' IS 'trust_lead'
      AND EXISTS (SELECT 1 FROM help_requests WHERE user_id = s.user_id AND state <> 'noted'));
END;
