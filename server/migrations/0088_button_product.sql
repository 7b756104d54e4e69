-- The button of a post or of a notification may lead to the page of a product. Only the product is
-- kept: its link is the one it has when the button is shown or tapped, and without one there is no
-- button.
alter table post
  drop constraint post_button_leads_to_check,
  add constraint post_button_leads_to_check check (button_leads_to in ('url', 'card', 'product')),
  add column button_product_id uuid;
alter table notification_setting
  drop constraint notification_setting_button_leads_to_check,
  add constraint notification_setting_button_leads_to_check
    check (button_leads_to in ('url', 'card', 'product')),
  add column button_product_id uuid;
