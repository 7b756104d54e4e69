-- Receipts of the past come in from files.

-- Where rows were sold that do not say.
alter table sheet_import add column pos_id uuid;

-- What a buyer had spent before gives way to receipts of that time as they come in, down to
-- nothing; the row stays, and says that this past is known.
alter table opening_turnover drop constraint opening_turnover_turnover_check,
  add constraint opening_turnover_turnover_check check (turnover >= 0);
