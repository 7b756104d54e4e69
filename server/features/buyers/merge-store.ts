/**
 * The SQL of two cards that become one.
 * Invariant kept here: `merged_into` names a card that lives, so one step always finds it.
 */
import { sql } from 'kysely'
import type { Tx } from '#server/io/db.ts'

type Pair = { organization_id: string; keep_id: string; gone_id: string }

/**
 * Gives the living card what the other tells and it does not, and lets the other answer with it.
 * A later word about advertising goes before an earlier one; the earlier day of joining counts.
 * False when one of them was merged or forgotten meanwhile: nothing may be kept then.
 */
export async function mergeProfiles(
  tx: Tx,
  { organization_id, keep_id, gone_id }: Pair,
  now: Date,
): Promise<boolean> {
  const kept = await sql`
    update buyer k set
      first_name = coalesce(nullif(k.first_name, ''), g.first_name),
      last_name = coalesce(nullif(k.last_name, ''), g.last_name),
      birthday = coalesce(k.birthday, g.birthday),
      birthday_entered_at = case when k.birthday is null then g.birthday_entered_at
        else k.birthday_entered_at end,
      gender = coalesce(k.gender, g.gender), city = coalesce(k.city, g.city),
      language = coalesce(k.language, g.language), note = coalesce(k.note, g.note),
      tags = (select coalesce(array_agg(t.tag order by t.place), '{}') from (
        select tag, min(place) as place
        from unnest(k.tags || g.tags) with ordinality as all_tags(tag, place)
        group by tag order by 2 limit 20) t),
      segment_ids = (select coalesce(array_agg(distinct s), '{}')
        from unnest(k.segment_ids || g.segment_ids) as all_segments(s)),
      consent_messages = case when ${later} then g.consent_messages else k.consent_messages end,
      consent_messages_at = case when ${later} then g.consent_messages_at
        else k.consent_messages_at end,
      consent_messages_text = case when ${later} then g.consent_messages_text
        else k.consent_messages_text end,
      rules_accepted_at = coalesce(k.rules_accepted_at, g.rules_accepted_at),
      rules_version = coalesce(k.rules_version, g.rules_version),
      referred_by = case when k.referred_by = g.id then null
        when k.referred_by is null and g.referred_by <> k.id then g.referred_by
        else k.referred_by end,
      referred_at = case when k.referred_by = g.id then null
        when k.referred_by is null and g.referred_by <> k.id then g.referred_at
        else k.referred_at end,
      joined_at = least(k.joined_at, g.joined_at), updated_at = ${now}
    from buyer g
    where k.organization_id = ${organization_id} and k.id = ${keep_id}
      and k.merged_into is null and k.status <> 'forgotten'
      and g.organization_id = ${organization_id} and g.id = ${gone_id}
      and g.merged_into is null and g.status <> 'forgotten'
    returning 1`.execute(tx)
  const gone = await sql`
    update buyer set merged_into = ${keep_id}, merged_at = ${now}, updated_at = ${now},
      segment_ids = '{}', messengers = '{}'
    where organization_id = ${organization_id} and id = ${gone_id} and merged_into is null
      and status <> 'forgotten'
    returning 1`.execute(tx)
  if (kept.rows.length + gone.rows.length < 2) return false
  await sql`
    update buyer set merged_into = ${keep_id}
    where organization_id = ${organization_id} and merged_into = ${gone_id}`.execute(tx)
  await sql`
    update buyer set referred_by = ${keep_id}
    where organization_id = ${organization_id} and referred_by = ${gone_id}
      and id <> ${keep_id}`.execute(tx)
  return true
}

/** Lets a phone be anybody's again; its HMAC stays, so that a gift is not given twice. */
export async function releasePhone(
  tx: Tx,
  key: { organization_id: string; buyer_id: string },
): Promise<void> {
  await sql`update buyer set phone = null
    where organization_id = ${key.organization_id} and id = ${key.buyer_id}`.execute(tx)
}

/** The other's word about advertising is the later one. */
const later = sql`(g.consent_messages_at is not null
  and (k.consent_messages_at is null or g.consent_messages_at > k.consent_messages_at))`
