/** The shop's own figures, asked over the API: what the pages show is compared with these. */
import { callPos, type RemoteShop } from '#server/testing/remote-shop.ts'

type Row = {
  receipt_id: string
  status: string
  gross: number
  bonuses_spent: number
  to_pay: number
  accrual: number
  buyer_name: string | null
}
type Balance = { available: number; pending: number; debt: number }
export type Entry = { kind: string; amount: number; debt_change: number }

let phones = 0
/** A Ukrainian phone no other test uses, as a cashier types it. */
export function newPhone(): string {
  phones += 1
  const unique = (process.pid % 100) * 10_000 + phones
  return `067${String(1_000_000 + unique)}`
}

/** What the owner's call answers. */
export async function ask<T>(
  shop: RemoteShop,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const { status, body: answer } = await shop.owner.call(method, path, body)
  if (status >= 300)
    throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(answer)}`)
  return (answer as { data: T }).data
}

/** All receipts of the shop, newest first. */
export async function receiptsOf(shop: RemoteShop): Promise<Row[]> {
  const path = `/api/v1/stats/receipt_report?organization_id=${shop.organization_id}`
  return (await ask<{ items: Row[] }>(shop, 'GET', path)).items
}

type Known = { id: string; phone: string; card_code: string }

/** Registers a buyer, with bonuses when asked. */
export async function addBuyer(shop: RemoteShop, name: string, bonuses = 0): Promise<Known> {
  const { organization_id } = shop
  const phone = newPhone()
  const { buyer } = await ask<{ buyer: { profile: { id: string; card_code: string } } }>(
    shop,
    'POST',
    '/api/v1/buyers',
    { organization_id, phone, first_name: name },
  )
  const { id: buyer_id, card_code } = buyer.profile
  if (bonuses > 0) {
    await ask(shop, 'POST', '/api/v1/buyers/make_handle_accrual', {
      ...{ organization_id, buyer_id, amount: bonuses, reason: 'gift' },
      idempotency_key: crypto.randomUUID(),
    })
  }
  return { id: buyer_id, phone, card_code }
}

export async function balanceOf(shop: RemoteShop, buyer_id: string): Promise<Balance> {
  const { organization_id } = shop
  const path = '/api/v1/buyers/get_buyers_data'
  const found = await ask<{ buyer: { balance: Balance } }>(shop, 'POST', path, {
    organization_id,
    buyer_id,
  })
  return found.buyer.balance
}

/** The buyer's account, newest entry first. */
export async function entriesOf(shop: RemoteShop, buyer_id: string): Promise<Entry[]> {
  const path = `/api/v1/buyers/${buyer_id}/entries?organization_id=${shop.organization_id}`
  return (await ask<{ items: Entry[] }>(shop, 'GET', path)).items
}

/** Makes a receipt of a bare total; answers its id. */
export async function sell(
  shop: RemoteShop,
  phone: string,
  total: number,
  spend = 0,
): Promise<string> {
  const token = shop.integration_token
  const query = new URLSearchParams({ phone, discount_amount: String(spend) })
  const figures = await callPos(shop.base, token, `/pos-api/v1/receipt?${query.toString()}`, {
    total,
  })
  const { data } = figures.body as { data: { receipt_id: string } }
  query.set('receipt_id', data.receipt_id)
  const made = await callPos(shop.base, token, `/pos-api/v1/bonuses/create?${query.toString()}`, {})
  if (made.status !== 201) throw new Error(`not sold: ${JSON.stringify(made.body)}`)
  return data.receipt_id
}

/** Changes settings over the API, with the version they have. */
export async function change(
  shop: RemoteShop,
  group: 'general' | 'bonuses',
  fields: Record<string, unknown>,
): Promise<void> {
  const path = `/api/v1/settings/${group}?organization_id=${shop.organization_id}`
  const { version } = await ask<{ version: number }>(shop, 'GET', path)
  await ask(shop, 'PATCH', path, { ...fields, version })
}

/** What a first-level buyer gets back, in per cent. */
export async function cashbackOf(shop: RemoteShop): Promise<number | undefined> {
  const path = `/api/v1/settings/bonuses?organization_id=${shop.organization_id}`
  const { levels } = await ask<{ levels: { cashback_percent: number }[] }>(shop, 'GET', path)
  return levels[0]?.cashback_percent
}
