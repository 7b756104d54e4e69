-- Room for an account to grow on its page. A buyer who does not spend has a lot more with each
-- purchase, so the row doubles within ten; at 55 % one movement in twenty-five found its page full
-- and wrote the row and its key anew elsewhere. At 35 % it is one in three thousand, for a third more
-- of the table. Pages that are full already empty themselves as their rows move.
alter table account set (fillfactor = 35);
