import type { Tx } from '#server/io/db.ts'
import { updateConsent } from './store.ts'

/**
 * Keeps what a buyer has agreed to: the rules by their edition, advertising by the edition of the
 * question. What is left out stays. Safe to repeat.
 */
export async function setConsent(
  tx: Tx,
  key: { organization_id: string; buyer_id: string },
  consent: {
    rules?: { version: number }
    messages?: { given: boolean; text_version: number }
  },
  now: Date,
): Promise<void> {
  const { rules, messages } = consent
  await updateConsent(tx, key, {
    ...(rules && { rules_accepted_at: now, rules_version: rules.version }),
    ...(messages && {
      consent_messages: messages.given,
      consent_messages_at: now,
      consent_messages_text: messages.text_version,
    }),
  })
}
