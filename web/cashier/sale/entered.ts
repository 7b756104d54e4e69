/** An Enter with what it depends on beside the sale: rights, and whether there is a line. */
import type { TillSession } from '../session/session.ts'
import { getConnection } from '../shell/connection.ts'
import type { SaleEvent } from './events.ts'

export const mayRegister = ({ manager, organization }: TillSession): boolean =>
  manager.permissions.register_buyer && organization.register_at_till

export const entered = (session: TillSession): SaleEvent => ({
  type: 'entered',
  may_spend: session.manager.permissions.spend,
  may_register: mayRegister(session),
  offline: getConnection() === 'offline',
})
