-- listing_entries follows profiles and profile_services; listing_counts follows listing_entries.
-- '' is the wildcard (ANY in app/db/schema/profiles.ts).

CREATE TRIGGER listing_entries_counted AFTER INSERT ON listing_entries BEGIN
  INSERT INTO listing_counts (category_id, city_id, profiles) VALUES (NEW.category_id, NEW.city_id, 1), (NEW.category_id, '', 1)
    ON CONFLICT (category_id, city_id) DO UPDATE SET profiles = profiles + 1;
END;
--> statement-breakpoint
CREATE TRIGGER listing_entries_uncounted AFTER DELETE ON listing_entries BEGIN
  UPDATE listing_counts SET profiles = profiles - 1 WHERE category_id = OLD.category_id AND city_id IN (OLD.city_id, '');
END;
--> statement-breakpoint
CREATE TRIGGER profiles_listed_on_insert AFTER INSERT ON profiles WHEN NEW.state = 'published' BEGIN
  INSERT INTO listing_entries (category_id, profile_id, city_id, published_at)
    VALUES ('', NEW.id, NEW.city_id, NEW.published_at), (NEW.category_id, NEW.id, NEW.city_id, NEW.published_at);
END;
--> statement-breakpoint
CREATE TRIGGER profiles_listed_on_update AFTER UPDATE OF state, city_id, category_id, published_at ON profiles BEGIN
  DELETE FROM listing_entries WHERE profile_id = NEW.id;
  INSERT INTO listing_entries (category_id, profile_id, city_id, published_at)
    SELECT category_id, NEW.id, NEW.city_id, NEW.published_at
    FROM (
      SELECT '' AS category_id
      UNION SELECT NEW.category_id
      UNION SELECT services.category_id FROM profile_services
        JOIN services ON services.id = profile_services.service_id
        WHERE profile_services.profile_id = NEW.id
    )
    WHERE NEW.state = 'published';
END;
--> statement-breakpoint
CREATE TRIGGER profile_services_listed AFTER INSERT ON profile_services BEGIN
  INSERT INTO listing_entries (category_id, profile_id, city_id, published_at)
    SELECT services.category_id, profiles.id, profiles.city_id, profiles.published_at
    FROM services, profiles
    WHERE services.id = NEW.service_id AND profiles.id = NEW.profile_id AND profiles.state = 'published'
      AND NOT EXISTS (
        SELECT 1 FROM listing_entries AS listed
        WHERE listed.profile_id = profiles.id AND listed.category_id = services.category_id
      );
END;
--> statement-breakpoint
CREATE TRIGGER profile_services_unlisted AFTER DELETE ON profile_services BEGIN
  DELETE FROM listing_entries
  WHERE profile_id = OLD.profile_id
    AND category_id = (SELECT category_id FROM services WHERE id = OLD.service_id)
    AND category_id <> (SELECT category_id FROM profiles WHERE id = OLD.profile_id)
    AND NOT EXISTS (
      SELECT 1 FROM profile_services JOIN services ON services.id = profile_services.service_id
      WHERE profile_services.profile_id = OLD.profile_id AND services.category_id = listing_entries.category_id
    );
END;
