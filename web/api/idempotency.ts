/**
 * A key for one act that moves bonuses or money: made when its dialog opens and kept until it
 * closes, so that a second press or a retry after a lost answer never acts twice.
 */
export function newIdempotencyKey(): string {
  // randomUUID is absent on plain http away from localhost, where a shop may run its till.
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
