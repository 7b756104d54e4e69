/** Whether the sale on the screen goes on without a line. */
import { useConnection } from '../shell/connection.ts'
import { isCutOff } from './keep.ts'
import { useSale } from './sale-context.ts'

export function useCutOff(): boolean {
  const offline = useConnection() === 'offline'
  return isCutOff(useSale().sale, { offline })
}
