-- Where happy buyers are asked to write a review.
alter table bot add column review_url text;
