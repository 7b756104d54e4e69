/** The filters of the report as the address holds them; names are the seed's. */
import { entryKinds } from '#contract/entry-kinds.ts'
import { normalizePhone } from '#contract/phone.ts'
import type { Address } from '../../shell/address.ts'
import { type Period, periodOf, type PeriodPreset } from '../../ui/period-picker.tsx'

export const STATUSES = ['completed', 'partially_cancelled', 'cancelled'] as const

export const GROUPS = ['day', 'week', 'month'] as const
export const SPLITS = ['none', 'pos', 'cashier'] as const

const DAY = /^\d{4}-\d{2}-\d{2}$/
const dayIn = (text: string | undefined) => (text && DAY.test(text) ? text : undefined)

/** What a report begins with, as the options say. */
type UsualPeriod = { default_period: Exclude<PeriodPreset, 'custom'> }

export function askOf(address: Address, today: string, kept: UsualPeriod) {
  const usual = periodOf(kept.default_period, today)
  return {
    date_from: dayIn(address.date_from) ?? usual.from,
    date_to: dayIn(address.date_to) ?? usual.to,
    pos_id: address.pos_id || undefined,
    cashier_id: address.cashier_id || undefined,
    phone: address.phone ? (normalizePhone(address.phone) ?? address.phone) : undefined,
    receipt_number: address.receipt_number?.trim() || undefined,
    status: STATUSES.find((status) => status === address.status),
    page_number: Math.max(1, Number(address.page_number) || 1),
    count: [25, 50, 100].find((count) => count === Number(address.count)) ?? 50,
  }
}
export type Asked = ReturnType<typeof askOf>

export const periodIn = (asked: Asked): Period => ({ from: asked.date_from, to: asked.date_to })

/** The same filters as the export names them: its rows are not paged. */
export const exported = (asked: Asked) => ({
  start_date: asked.date_from,
  end_date: asked.date_to,
  pos_id: asked.pos_id,
  cashier_id: asked.cashier_id,
  phone: asked.phone,
  receipt_number: asked.receipt_number,
  status: asked.status,
})

export const noFilters: Address = {
  pos_id: undefined,
  cashier_id: undefined,
  phone: undefined,
  receipt_number: undefined,
  status: undefined,
  page_number: undefined,
}

/** The filters of the reports of movements and of periods. */
export function statsAskOf(
  address: Address,
  today: string,
  kept: UsualPeriod = { default_period: 'days30' },
) {
  const usual = periodOf(kept.default_period, today)
  return {
    start_date: dayIn(address.start_date) ?? usual.from,
    end_date: dayIn(address.end_date) ?? usual.to,
    pos_id: address.pos_id || undefined,
    phone: address.phone ? (normalizePhone(address.phone) ?? address.phone) : undefined,
    kind: entryKinds.find((kind) => kind === address.kind),
    group: GROUPS.find((group) => group === address.group) ?? 'day',
    by: SPLITS.find((by) => by === address.by) ?? 'none',
    page: Math.max(1, Number(address.page) || 1),
    limit: [25, 50, 100].find((limit) => limit === Number(address.limit)) ?? 50,
  }
}
export type StatsAsked = ReturnType<typeof statsAskOf>

/** What all of these reports are narrowed by. */
export const scopeOf = ({ start_date, end_date, pos_id, phone }: StatsAsked) => ({
  start_date,
  end_date,
  pos_id,
  phone,
})
