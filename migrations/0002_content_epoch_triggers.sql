-- content_epoch counts every change of what the public may see, so that kept pages are dropped (worker/page-cache.ts).
-- A new row shows with its profile, whose publication counts; what is edited or taken away counts by itself.

INSERT OR IGNORE INTO content_epoch (id, epoch) VALUES (1, 1);
--> statement-breakpoint
CREATE TRIGGER listing_entries_insert_seen AFTER INSERT ON listing_entries WHEN NEW.category_id = '' BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER listing_entries_delete_seen AFTER DELETE ON listing_entries WHEN OLD.category_id = '' BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER profiles_update_seen AFTER UPDATE ON profiles WHEN OLD.state = 'published' OR NEW.state = 'published' BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER profile_texts_update_seen AFTER UPDATE ON profile_texts BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER profile_texts_delete_seen AFTER DELETE ON profile_texts BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER profile_services_update_seen AFTER UPDATE ON profile_services BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER profile_services_delete_seen AFTER DELETE ON profile_services BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER profile_service_texts_update_seen AFTER UPDATE ON profile_service_texts BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER profile_service_texts_delete_seen AFTER DELETE ON profile_service_texts BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER profile_languages_update_seen AFTER UPDATE ON profile_languages BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER profile_languages_delete_seen AFTER DELETE ON profile_languages BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER media_update_seen AFTER UPDATE ON media BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER media_delete_seen AFTER DELETE ON media BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER slug_redirects_update_seen AFTER UPDATE ON slug_redirects BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER slug_redirects_delete_seen AFTER DELETE ON slug_redirects BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER cities_update_seen AFTER UPDATE ON cities BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER cities_delete_seen AFTER DELETE ON cities BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER city_texts_update_seen AFTER UPDATE ON city_texts BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER city_texts_delete_seen AFTER DELETE ON city_texts BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER service_categories_update_seen AFTER UPDATE ON service_categories BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER service_categories_delete_seen AFTER DELETE ON service_categories BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER service_category_texts_update_seen AFTER UPDATE ON service_category_texts BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER service_category_texts_delete_seen AFTER DELETE ON service_category_texts BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER services_update_seen AFTER UPDATE ON services BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER services_delete_seen AFTER DELETE ON services BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER service_texts_update_seen AFTER UPDATE ON service_texts BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER service_texts_delete_seen AFTER DELETE ON service_texts BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER pages_update_seen AFTER UPDATE ON pages BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER pages_delete_seen AFTER DELETE ON pages BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER page_texts_update_seen AFTER UPDATE ON page_texts BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER page_texts_delete_seen AFTER DELETE ON page_texts BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER faqs_update_seen AFTER UPDATE ON faqs BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER faqs_delete_seen AFTER DELETE ON faqs BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER faq_texts_update_seen AFTER UPDATE ON faq_texts BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER faq_texts_delete_seen AFTER DELETE ON faq_texts BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER settings_update_seen AFTER UPDATE ON settings BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER settings_delete_seen AFTER DELETE ON settings BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER slug_redirects_insert_seen AFTER INSERT ON slug_redirects BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER page_texts_insert_seen AFTER INSERT ON page_texts BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER faq_texts_insert_seen AFTER INSERT ON faq_texts BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER settings_insert_seen AFTER INSERT ON settings BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER city_texts_insert_seen AFTER INSERT ON city_texts BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER service_category_texts_insert_seen AFTER INSERT ON service_category_texts BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER media_insert_seen AFTER INSERT ON media WHEN NEW.state = 'approved' AND (SELECT state FROM profiles WHERE id = NEW.profile_id) = 'published' BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER profile_services_insert_seen AFTER INSERT ON profile_services WHEN (SELECT state FROM profiles WHERE id = NEW.profile_id) = 'published' BEGIN
  UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1;
END;
