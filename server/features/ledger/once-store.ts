/** The parts of the one statement (`commit-store.ts`) that give what is given once, and free it again. */

const given = `case when o.once is not null then (
      select array_agg(w.gift) from json_to_recordset(o.once) as w(gift text, who text, also text[])
      where (select true from granted_once g where g.organization_id = o.organization_id
        and g.gift = w.gift and g.who = any(w.who || w.also) limit 1)) end`

const gifts = `insert_once as (
  insert into granted_once (organization_id, gift, who, buyer_id, source, created_at)
  select d.organization_id, w.gift, w.who, d.buyer_id, w.source, d.created_at
  from done d cross join lateral json_to_recordset(d.once) as w(gift text, who text, source text)
  where d.once is not null
),
release_once as (
  delete from granted_once g
  using (select d.organization_id, w.gift, w.who
    from done d cross join lateral json_to_recordset(d.release) as w(gift text, who text)
    where d.release is not null) r
  where g.organization_id = r.organization_id and g.gift = r.gift and g.who = r.who
),
`

export const onceParts = { given, gifts }
export const giftlessParts = { given: 'null::text[]', gifts: '' }
