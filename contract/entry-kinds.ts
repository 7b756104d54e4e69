/** Why an entry was written; the closed list of spec/engine.md "Ledger". Without zod, for both wings. */
export const entryKinds = [
  'accrual',
  'promotion',
  'welcome',
  'birthday',
  'referral',
  'manual_accrual',
  'compensation',
  'import',
  'spend',
  'spend_return',
  'accrual_reversal',
  'manual_withdraw',
  'expiry',
  'forfeit',
  'transfer_out',
  'transfer_in',
] as const
