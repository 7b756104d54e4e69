-- Messages are kept for as long as the platform says. They come in the order of time, so a block range
-- index finds the old ones and costs next to nothing to whoever writes a new one.
create index bot_message_old on bot_message using brin (created_at) with (pages_per_range = 32);
