ALTER TABLE `cities` ADD `other_names` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE TRIGGER plans_insert_seen AFTER INSERT ON plans BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('plans')) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER plans_update_seen AFTER UPDATE ON plans BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('plans')) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER plans_delete_seen AFTER DELETE ON plans BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('plans')) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER prices_insert_seen AFTER INSERT ON prices BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('plans')) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER prices_update_seen AFTER UPDATE ON prices BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('plans')) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
--> statement-breakpoint
CREATE TRIGGER prices_delete_seen AFTER DELETE ON prices BEGIN
  UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1;
  INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT s.value, n.epoch FROM content_epoch AS n, json_each(json_array('plans')) AS s WHERE n.id = 1 AND s.value IS NOT NULL
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch;
END;
