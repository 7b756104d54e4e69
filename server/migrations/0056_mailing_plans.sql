-- Where a bot's turn stands is needed for seconds: after a crash everybody begins anew.
alter table bot_pace set unlogged;

-- A first mailing fills both tables within a second, and plans made for empty ones would read them
-- from end to end for every recipient. The owner of the tables alone may look at them anew; large
-- ones are left to the database's own rhythm.
create function know_small_mailings() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (select reltuples from pg_class where oid = 'post_recipient'::regclass) < 20000 then
    analyze post_recipient;
  end if;
  if (select reltuples from pg_class where oid = 'bot_message'::regclass) < 20000 then
    analyze bot_message;
  end if;
end $$;
