import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../api/call.ts'
import type { CashierKey } from './land.ts'

/** Signs in at the till, calculates and makes the receipt: the very calls of the cashier's page. */
export function useFirstReceipt(organization_id: string, cashier: CashierKey) {
  const client = useQueryClient()
  // One key for the whole step: a repeat after a lost answer never makes a second receipt.
  const key = useRef(crypto.randomUUID())
  return useMutation({
    mutationFn: async ({ phone, total }: { phone: string; total: number }) => {
      const { token, pos } = await call('POST /pos-api/v1/manager-auth', {
        body: { login: cashier.login, password: cashier.pin },
      })
      const pos_id = pos[0]?.id
      const body = pos_id ? { pos_id, total } : { total }
      const draft = await call('POST /pos-api/v1/receipt', {
        query: { phone },
        body,
        bearer: token,
      })
      const receipt = await call('POST /pos-api/v1/bonuses/create', {
        query: {
          receipt_id: draft.receipt_id ?? '',
          discount_amount: '0',
          bonuses_amount: '0',
          phone,
        },
        body: draft.buyer ? {} : { register: {} },
        bearer: token,
        idempotency_key: key.current,
      })
      void call('POST /pos-api/v1/manager-logout', { bearer: token }).catch(() => {})
      return {
        total,
        accrual: receipt.totals.accrual,
        balance: (receipt.buyer?.balance ?? 0) + (receipt.buyer?.pending ?? 0),
      }
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['organizations'] }),
    meta: { organization_id },
  })
}
