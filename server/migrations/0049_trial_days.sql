-- How long a newcomer tries the product is told by the tariffs, not by the program: the most
-- generous one on sale counts.
alter table tariff add column trial_days int not null default 14
  constraint tariff_trial_days check (trial_days in (7, 14, 30, 60, 90));
