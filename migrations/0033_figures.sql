-- The site's figures by day, and counts that triggers keep. Three indexes, of users and of invoices: with a million rows each, a few seconds; the
-- first members are counted by an index, subscriptions by reading all of them once.
CREATE TABLE `daily_figures` (
	`measure` text NOT NULL,
	`day` text NOT NULL,
	`dimension` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`measure`, `day`, `dimension`),
	CONSTRAINT "daily_figures_measure" CHECK("daily_figures"."measure" IN ('made', 'members', 'new_members', 'new_profiles', 'messages', 'revenue', 'subscriptions', 'waiting', 'waiting_median', 'waiting_oldest'))
);
--> statement-breakpoint
CREATE TABLE `live_counts` (
	`measure` text NOT NULL,
	`dimension` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`measure`, `dimension`),
	CONSTRAINT "live_counts_measure" CHECK("live_counts"."measure" IN ('members', 'subscriptions'))
);
--> statement-breakpoint
CREATE INDEX `users_created` ON `users` (`created_at`);--> statement-breakpoint
CREATE INDEX `invoices_paid` ON `invoices` (`paid_at`) WHERE paid_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `invoices_updated` ON `invoices` (`updated_at`);
--> statement-breakpoint
INSERT INTO live_counts (measure, dimension, value) SELECT 'members', '', count(*) FROM users;
--> statement-breakpoint
INSERT INTO live_counts (measure, dimension, value) SELECT 'subscriptions', coalesce(stripe_price, ''), count(*) FROM subscriptions
  WHERE stripe_status IN ('active', 'trialing', 'past_due') GROUP BY 2;
--> statement-breakpoint
CREATE TRIGGER users_counted AFTER INSERT ON users BEGIN
  INSERT INTO live_counts (measure, dimension, value) SELECT 'members', '', 1 WHERE true
    ON CONFLICT (measure, dimension) DO UPDATE SET value = value + 1;
END;
--> statement-breakpoint
CREATE TRIGGER users_uncounted AFTER DELETE ON users BEGIN
  UPDATE live_counts SET value = value - 1 WHERE measure = 'members' AND dimension = '' AND true;
END;
--> statement-breakpoint
CREATE TRIGGER subscriptions_counted AFTER INSERT ON subscriptions
WHEN NEW.stripe_status IN ('active', 'trialing', 'past_due') BEGIN
  INSERT INTO live_counts (measure, dimension, value) SELECT 'subscriptions', coalesce(NEW.stripe_price, ''), 1 WHERE true
    ON CONFLICT (measure, dimension) DO UPDATE SET value = value + 1;
END;
--> statement-breakpoint
CREATE TRIGGER subscriptions_recounted AFTER UPDATE OF stripe_status, stripe_price ON subscriptions BEGIN
  UPDATE live_counts SET value = value - 1 WHERE measure = 'subscriptions' AND dimension = coalesce(OLD.stripe_price, '') AND OLD.stripe_status IN ('active', 'trialing', 'past_due');
  INSERT INTO live_counts (measure, dimension, value) SELECT 'subscriptions', coalesce(NEW.stripe_price, ''), 1 WHERE NEW.stripe_status IN ('active', 'trialing', 'past_due')
    ON CONFLICT (measure, dimension) DO UPDATE SET value = value + 1;
END;
--> statement-breakpoint
CREATE TRIGGER subscriptions_uncounted AFTER DELETE ON subscriptions
WHEN OLD.stripe_status IN ('active', 'trialing', 'past_due') BEGIN
  UPDATE live_counts SET value = value - 1 WHERE measure = 'subscriptions' AND dimension = coalesce(OLD.stripe_price, '') AND true;
END;
