-- The indexes by moment tell of pages in groups, and of the newest groups nothing until vacuum comes
-- by, which on a large table is after a fifth of it was added. What reads the last minute read all of
-- that each time. Now a group is summed up when the next one begins.
alter index entry_created set (autosummarize = on);
alter index cancellation_created set (autosummarize = on);
alter index bot_message_old set (autosummarize = on);
alter index receipt_first_created set (autosummarize = on);
