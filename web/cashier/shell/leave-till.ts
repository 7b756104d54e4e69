/** The end of a shift on this device: nothing of the shop stays that must not. */
import { queryClient } from '../../api/query-client.ts'
import { forgetFigures } from '../queue/queue.ts'
import { forgetSales } from '../sale/open-sales.ts'
import { forgetPin } from '../session/offline-pin.ts'
import { signOut } from '../session/session.ts'

/** Only with an empty queue: sales that wait are sent with the token that ends here. */
export function leaveTill(): void {
  forgetSales()
  forgetFigures()
  queryClient.clear()
  forgetPin()
  signOut()
}
