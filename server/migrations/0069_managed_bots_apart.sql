-- A request for a bot is found by its token, before its shop is known: it points at no table of a
-- shop, so that those may be spread by shop (docs/scale.md). It is deleted with its bot.
alter table managed_bot_request drop constraint managed_bot_request_organization_id_bot_id_fkey;
