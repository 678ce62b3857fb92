-- Staff find names and titles by any of their words, without accents: a search index for each table's texts instead of the indexes of whole
-- names. With a million members and profiles about 10 seconds for each of the two large ones. The Worker before this one finds names without
-- an index, slowly, until it is replaced.
CREATE TABLE search_purges_copy AS SELECT "index", asked, begun FROM search_purges;
--> statement-breakpoint
DROP TABLE search_purges;
--> statement-breakpoint
CREATE TABLE `search_purges` (
	`index` text PRIMARY KEY NOT NULL,
	`asked` integer NOT NULL,
	`begun` integer,
	CONSTRAINT "search_purges_index" CHECK("search_purges"."index" IN ('search_newest', 'search_price', 'search_profiles', 'search_users'))
);
--> statement-breakpoint
INSERT INTO search_purges ("index", asked, begun) SELECT "index", asked, begun FROM search_purges_copy;
--> statement-breakpoint
DROP TABLE search_purges_copy;
--> statement-breakpoint
DROP INDEX `users_name`;
--> statement-breakpoint
DROP INDEX `profiles_name`;
--> statement-breakpoint
CREATE VIRTUAL TABLE search_users USING fts5(name, content='', contentless_delete=1, detail=none, prefix='2 3', tokenize='unicode61 remove_diacritics 2');
--> statement-breakpoint
INSERT INTO search_users (rowid, name) SELECT rowid, name FROM users ORDER BY rowid;
--> statement-breakpoint
CREATE VIRTUAL TABLE search_profiles USING fts5(name, content='', contentless_delete=1, detail=none, prefix='2 3', tokenize='unicode61 remove_diacritics 2');
--> statement-breakpoint
INSERT INTO search_profiles (rowid, name) SELECT rowid, name FROM profiles ORDER BY rowid;
--> statement-breakpoint
CREATE VIRTUAL TABLE search_city_texts USING fts5(name, content='', contentless_delete=1, detail=none, tokenize='unicode61 remove_diacritics 2');
--> statement-breakpoint
INSERT INTO search_city_texts (rowid, name) SELECT rowid, name FROM city_texts ORDER BY rowid;
--> statement-breakpoint
CREATE VIRTUAL TABLE search_service_texts USING fts5(name, content='', contentless_delete=1, detail=none, tokenize='unicode61 remove_diacritics 2');
--> statement-breakpoint
INSERT INTO search_service_texts (rowid, name) SELECT rowid, name FROM service_texts ORDER BY rowid;
--> statement-breakpoint
CREATE VIRTUAL TABLE search_service_category_texts USING fts5(name, content='', contentless_delete=1, detail=none, tokenize='unicode61 remove_diacritics 2');
--> statement-breakpoint
INSERT INTO search_service_category_texts (rowid, name) SELECT rowid, name FROM service_category_texts ORDER BY rowid;
--> statement-breakpoint
CREATE VIRTUAL TABLE search_page_texts USING fts5(title, content='', contentless_delete=1, detail=none, tokenize='unicode61 remove_diacritics 2');
--> statement-breakpoint
INSERT INTO search_page_texts (rowid, title) SELECT rowid, title FROM page_texts ORDER BY rowid;
--> statement-breakpoint
CREATE VIRTUAL TABLE search_faq_texts USING fts5(question, content='', contentless_delete=1, detail=none, tokenize='unicode61 remove_diacritics 2');
--> statement-breakpoint
INSERT INTO search_faq_texts (rowid, question) SELECT rowid, question FROM faq_texts ORDER BY rowid;
--> statement-breakpoint
CREATE VIRTUAL TABLE search_ticket_answer_texts USING fts5(title, body, content='', contentless_delete=1, detail=none, tokenize='unicode61 remove_diacritics 2');
--> statement-breakpoint
INSERT INTO search_ticket_answer_texts (rowid, title, body) SELECT rowid, title, body FROM ticket_answer_texts ORDER BY rowid;
--> statement-breakpoint
CREATE TRIGGER users_words_on_insert AFTER INSERT ON users BEGIN
  INSERT INTO search_users (rowid, name) VALUES (NEW.rowid, NEW.name);
END;
--> statement-breakpoint
CREATE TRIGGER users_words_on_update AFTER UPDATE OF name ON users
WHEN NEW.name IS NOT OLD.name BEGIN
  DELETE FROM search_users WHERE rowid = OLD.rowid;
  INSERT INTO search_users (rowid, name) VALUES (NEW.rowid, NEW.name);
END;
--> statement-breakpoint
CREATE TRIGGER users_words_on_delete AFTER DELETE ON users BEGIN
  DELETE FROM search_users WHERE rowid = OLD.rowid;
END;
--> statement-breakpoint
CREATE TRIGGER profiles_words_on_insert AFTER INSERT ON profiles BEGIN
  INSERT INTO search_profiles (rowid, name) VALUES (NEW.rowid, NEW.name);
END;
--> statement-breakpoint
CREATE TRIGGER profiles_words_on_update AFTER UPDATE OF name ON profiles
WHEN NEW.name IS NOT OLD.name BEGIN
  DELETE FROM search_profiles WHERE rowid = OLD.rowid;
  INSERT INTO search_profiles (rowid, name) VALUES (NEW.rowid, NEW.name);
END;
--> statement-breakpoint
CREATE TRIGGER profiles_words_on_delete AFTER DELETE ON profiles BEGIN
  DELETE FROM search_profiles WHERE rowid = OLD.rowid;
END;
--> statement-breakpoint
CREATE TRIGGER city_texts_words_on_insert AFTER INSERT ON city_texts BEGIN
  INSERT INTO search_city_texts (rowid, name) VALUES (NEW.rowid, NEW.name);
END;
--> statement-breakpoint
CREATE TRIGGER city_texts_words_on_update AFTER UPDATE OF name ON city_texts
WHEN NEW.name IS NOT OLD.name BEGIN
  DELETE FROM search_city_texts WHERE rowid = OLD.rowid;
  INSERT INTO search_city_texts (rowid, name) VALUES (NEW.rowid, NEW.name);
END;
--> statement-breakpoint
CREATE TRIGGER city_texts_words_on_delete AFTER DELETE ON city_texts BEGIN
  DELETE FROM search_city_texts WHERE rowid = OLD.rowid;
END;
--> statement-breakpoint
CREATE TRIGGER service_texts_words_on_insert AFTER INSERT ON service_texts BEGIN
  INSERT INTO search_service_texts (rowid, name) VALUES (NEW.rowid, NEW.name);
END;
--> statement-breakpoint
CREATE TRIGGER service_texts_words_on_update AFTER UPDATE OF name ON service_texts
WHEN NEW.name IS NOT OLD.name BEGIN
  DELETE FROM search_service_texts WHERE rowid = OLD.rowid;
  INSERT INTO search_service_texts (rowid, name) VALUES (NEW.rowid, NEW.name);
END;
--> statement-breakpoint
CREATE TRIGGER service_texts_words_on_delete AFTER DELETE ON service_texts BEGIN
  DELETE FROM search_service_texts WHERE rowid = OLD.rowid;
END;
--> statement-breakpoint
CREATE TRIGGER service_category_texts_words_on_insert AFTER INSERT ON service_category_texts BEGIN
  INSERT INTO search_service_category_texts (rowid, name) VALUES (NEW.rowid, NEW.name);
END;
--> statement-breakpoint
CREATE TRIGGER service_category_texts_words_on_update AFTER UPDATE OF name ON service_category_texts
WHEN NEW.name IS NOT OLD.name BEGIN
  DELETE FROM search_service_category_texts WHERE rowid = OLD.rowid;
  INSERT INTO search_service_category_texts (rowid, name) VALUES (NEW.rowid, NEW.name);
END;
--> statement-breakpoint
CREATE TRIGGER service_category_texts_words_on_delete AFTER DELETE ON service_category_texts BEGIN
  DELETE FROM search_service_category_texts WHERE rowid = OLD.rowid;
END;
--> statement-breakpoint
CREATE TRIGGER page_texts_words_on_insert AFTER INSERT ON page_texts BEGIN
  INSERT INTO search_page_texts (rowid, title) VALUES (NEW.rowid, NEW.title);
END;
--> statement-breakpoint
CREATE TRIGGER page_texts_words_on_update AFTER UPDATE OF title ON page_texts
WHEN NEW.title IS NOT OLD.title BEGIN
  DELETE FROM search_page_texts WHERE rowid = OLD.rowid;
  INSERT INTO search_page_texts (rowid, title) VALUES (NEW.rowid, NEW.title);
END;
--> statement-breakpoint
CREATE TRIGGER page_texts_words_on_delete AFTER DELETE ON page_texts BEGIN
  DELETE FROM search_page_texts WHERE rowid = OLD.rowid;
END;
--> statement-breakpoint
CREATE TRIGGER faq_texts_words_on_insert AFTER INSERT ON faq_texts BEGIN
  INSERT INTO search_faq_texts (rowid, question) VALUES (NEW.rowid, NEW.question);
END;
--> statement-breakpoint
CREATE TRIGGER faq_texts_words_on_update AFTER UPDATE OF question ON faq_texts
WHEN NEW.question IS NOT OLD.question BEGIN
  DELETE FROM search_faq_texts WHERE rowid = OLD.rowid;
  INSERT INTO search_faq_texts (rowid, question) VALUES (NEW.rowid, NEW.question);
END;
--> statement-breakpoint
CREATE TRIGGER faq_texts_words_on_delete AFTER DELETE ON faq_texts BEGIN
  DELETE FROM search_faq_texts WHERE rowid = OLD.rowid;
END;
--> statement-breakpoint
CREATE TRIGGER ticket_answer_texts_words_on_insert AFTER INSERT ON ticket_answer_texts BEGIN
  INSERT INTO search_ticket_answer_texts (rowid, title, body) VALUES (NEW.rowid, NEW.title, NEW.body);
END;
--> statement-breakpoint
CREATE TRIGGER ticket_answer_texts_words_on_update AFTER UPDATE OF title, body ON ticket_answer_texts
WHEN NEW.title IS NOT OLD.title OR NEW.body IS NOT OLD.body BEGIN
  DELETE FROM search_ticket_answer_texts WHERE rowid = OLD.rowid;
  INSERT INTO search_ticket_answer_texts (rowid, title, body) VALUES (NEW.rowid, NEW.title, NEW.body);
END;
--> statement-breakpoint
CREATE TRIGGER ticket_answer_texts_words_on_delete AFTER DELETE ON ticket_answer_texts BEGIN
  DELETE FROM search_ticket_answer_texts WHERE rowid = OLD.rowid;
END;
