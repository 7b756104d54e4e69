import type { Till } from './state.ts'

/** A sale kept over a reload: what was on its way has to be looked for first. */
export function wake(till: Till): Till {
  const { sending } = till.sale
  if (sending.kind === 'no')
    return { ...till, sale: { ...till.sale, calculation: 'idle', advance: false } }
  if (!('attempt' in sending) || sending.kind === 'unmade' || sending.kind === 'awaiting')
    return till
  return {
    ...till,
    sale: { ...till.sale, sending: { kind: 'checking', attempt: sending.attempt } },
  }
}
