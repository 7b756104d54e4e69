-- When a piece of advertising was given to its messenger, or was about to be. Claimed by a worker
-- that died before, it may be claimed again; after, nobody knows whether it arrived.
alter table bot_message add column left_at timestamptz;
