/** What every part of the sale screen works with. */
import { createContext, useContext } from 'react'
import type { Text } from '../../text/text.ts'
import type { TillOrganization, TillPos, TillSession } from '../session/session.ts'
import type { SaleEvent } from './events.ts'
import type { Sale, Till } from './state.ts'

export type SaleView = {
  t: Text<'cashier'>
  session: TillSession
  shop: TillOrganization
  pos: TillPos
  till: Till
  sale: Sale
  dispatch: (event: SaleEvent) => void
  /** The digits that the buyer reads out, and the end of waiting for them. */
  typeCode: (text: string) => void
  withdraw: () => void
  /** Money in the shop's currency. */
  money: (amount: number) => string
  /** One column: the bar at the bottom carries the button, the sending and the success. */
  phone: boolean
  open: (what: 'camera' | 'approval') => void
  /** Opens the cancellation of a receipt just made. */
  cancel: (receipt_id: string) => void
}

const Context = createContext<SaleView | undefined>(undefined)
export const SaleProvider = Context.Provider

export function useSale(): SaleView {
  const view = useContext(Context)
  if (!view) throw new Error('useSale: not inside of a sale')
  return view
}

/** Field ids, so that a key anywhere can put the focus where it belongs. */
export const fieldOf = {
  buyer: 'till-buyer',
  amount: 'till-amount',
  bonuses: 'till-spend',
} as const

export const REGISTER_BUTTON = 'till-register'
export const CONFIRM_CODE = 'till-confirm-code'
export const INVITER_FIELD = 'till-inviter'

/** Puts the caret into the field of a step, with its content selected to be typed over. */
export function focusStep(stage: keyof typeof fieldOf) {
  const field = document.getElementById(fieldOf[stage])
  if (!(field instanceof HTMLInputElement)) return field?.focus()
  field.focus()
  field.select()
}
