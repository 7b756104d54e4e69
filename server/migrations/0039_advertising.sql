-- What a buyer was advertised to, whoever wrote it: the weekly cap counts it before each message.
create index bot_message_advertising on bot_message (organization_id, buyer_id)
  where priority = 2;
