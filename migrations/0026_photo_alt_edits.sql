-- A trigger alone: it costs nothing, however many profiles there are.
CREATE TRIGGER media_edits_end AFTER UPDATE OF state, removed_at ON media
WHEN NEW.state IN ('rejected', 'quarantined', 'deleted') OR NEW.removed_at IS NOT NULL BEGIN
  DELETE FROM profile_edits WHERE profile_id = NEW.profile_id AND field = 'photo_alt:' || NEW.id;
END;
