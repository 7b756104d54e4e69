/** The SQL of what is kept of one buyer. */
import { sql } from 'kysely'
import type { Db } from '#server/io/db.ts'

/**
 * Everything about a buyer as one JSON text, at one moment; undefined: there is no such buyer.
 * Money and bonuses are decimals; the shop's own note about the person is part of it.
 */
export async function selectBuyerData(
  db: Db,
  { organization_id, buyer_id }: { organization_id: string; buyer_id: string },
): Promise<string | undefined> {
  // Cards that were merged into this one are the same person's.
  const mine = sql`organization_id = b.organization_id and buyer_id in (select m.id from buyer m
    where m.organization_id = b.organization_id and (m.id = b.id or m.merged_into = b.id))`
  const list = (what: ReturnType<typeof sql>) =>
    sql`coalesce((select jsonb_agg(to_jsonb(part)) from (${what}) as part), '[]')`
  const { rows } = await sql<{ data: string }>`
    select jsonb_pretty(jsonb_build_object(
      'profile', to_jsonb(b) - array['organization_id', 'phone_hash', 'search_name'],
      'account', (select jsonb_build_object(
          'balance', balance / 100.0, 'debt', debt / 100.0, 'turnover', turnover / 100.0,
          'receipts', receipts, 'last_receipt_at', last_receipt_at, 'level', level)
        from account where organization_id = b.organization_id and buyer_id = b.id),
      'movements', ${list(sql`
        select created_at, kind, amount / 100.0 as amount, debt_change / 100.0 as debt_change,
          balance_after / 100.0 as balance_after, active_from, expires_at, receipt_id, reason
        from entry where ${mine} order by number`)},
      'receipts', ${list(sql`
        select id, number, status, occurred_at, gross / 100.0 as gross,
          bonuses_spent / 100.0 as bonuses_spent, to_pay / 100.0 as to_pay,
          accrual / 100.0 as accrual, refunded / 100.0 as refunded, content::jsonb as content
        from receipt where ${mine} order by id`)},
      'messengers', ${list(sql`
        select type, user_id, name, language, created_at, last_active_at, blocked_at, source
        from subscriber where ${mine} order by created_at`)},
      'consents', ${list(sql`
        select kind, given, text_version, language, created_at
        from bot_consent where ${mine} order by id`)},
      'conversation', ${list(sql`
        select created_at, direction, text, edited_at, deleted_at
        from thread_message where ${mine} order by id`)},
      'ratings', ${list(sql`
        select created_at, receipt_id, stars, score, comment
        from visit_rating where ${mine} order by created_at`)},
      'looked_at_by_the_shop', ${list(sql`
        select created_at, action from buyer_audit where ${mine} order by id`)}
    )) as data
    from buyer b
    where b.organization_id = ${organization_id} and b.id = ${buyer_id}`.execute(db)
  return rows[0]?.data
}
