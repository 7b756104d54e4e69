/** What a shop's own programs may be told of. Without zod, for both wings. */
export const webhookEvents = [
  'receipt.completed',
  'receipt.cancelled',
  'buyer.joined',
  'balance.changed',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const
