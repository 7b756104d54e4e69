/** The filters of the report as the address holds them; names are the seed's. */
import { normalizePhone } from '#contract/phone.ts'
import type { Address } from '../../shell/address.ts'
import { type Period, periodOf } from '../../ui/period-picker.tsx'

export const STATUSES = ['completed', 'partially_cancelled', 'cancelled'] as const

const DAY = /^\d{4}-\d{2}-\d{2}$/
const dayIn = (text: string | undefined) => (text && DAY.test(text) ? text : undefined)

export function askOf(address: Address, today: string) {
  const usual = periodOf('days30', today)
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

export const noFilters: Address = {
  pos_id: undefined,
  cashier_id: undefined,
  phone: undefined,
  receipt_number: undefined,
  status: undefined,
  page_number: undefined,
}
