-- The picture of a bot in its messenger, drawn anew and kept with the shop's other pictures, so that a
-- page never asks the messenger for it. avatar_name: what the messenger calls the one last looked at.
alter table bot_client add column avatar text, add column avatar_name text;
