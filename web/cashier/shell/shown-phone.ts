/** A phone as this cashier may see it: whole where the right allows it, else masked by the server. */
import { printPhone } from '#contract/phone.ts'

export const shownPhone = (phone: string) => (phone.startsWith('+') ? printPhone(phone) : phone)
