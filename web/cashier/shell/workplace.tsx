/** The till after signing in: header, the chosen screen, the dialogs over it. */
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { saleAt } from '../sale/open-sales.ts'
import { SaleScreen, takeScan } from '../sale/sale-screen.tsx'
import { toMinor, typedSum } from '../sale/sum.ts'
import { useScanner } from '../sale/use-scanner.ts'
import { getSession, renewSession, type TillPos, type TillSession } from '../session/session.ts'
import { Header, type View } from './header.tsx'
import { Said } from './said.tsx'
import { Line } from './line.tsx'
import { LicenseBanner } from './license-banner.tsx'
import { useConnection } from './connection.ts'
import { tillCall } from './till-call.ts'
import { useKeys } from './use-keys.ts'

const ReceiptsScreen = lazy(() =>
  import('../receipts/receipts-screen.tsx').then((module) => ({ default: module.ReceiptsScreen })),
)
const QueueScreen = lazy(() =>
  import('../queue/queue-screen.tsx').then((module) => ({ default: module.QueueScreen })),
)
const ShiftScreen = lazy(() =>
  import('../shift/shift-screen.tsx').then((module) => ({ default: module.ShiftScreen })),
)
const HelpDialog = lazy(() =>
  import('./help-dialog.tsx').then((module) => ({ default: module.HelpDialog })),
)
const SettingsDialog = lazy(() =>
  import('./settings-dialog.tsx').then((module) => ({ default: module.SettingsDialog })),
)
const CancelDialog = lazy(() =>
  import('../receipts/cancel-dialog.tsx').then((module) => ({ default: module.CancelDialog })),
)

const RENEW_MS = 5 * 60_000

type Dialog = { kind: 'help' } | { kind: 'settings' } | { kind: 'cancel'; receipt_id: string }

export function Workplace({ session, pos }: { session: TillSession; pos: TillPos }) {
  const machine = useMemo(() => saleAt(pos.id), [pos.id])
  const [view, setView] = useState<View>('sale')
  const [dialog, setDialog] = useState<Dialog>()
  const close = () => setDialog(undefined)
  /** The sum of a cancelled receipt, to be sold to the right buyer: only they are missing. */
  const move = (amount: number) => {
    setView('sale')
    machine.dispatch({ type: 'cleared', key: crypto.randomUUID() })
    machine.dispatch({ type: 'amount_typed', text: typedSum(toMinor(amount)) })
    machine.dispatch({ type: 'went', stage: 'buyer' })
  }

  useResume(machine)
  useRenewal(session.token)
  useScanner((text) => {
    if (dialog) return
    setView('sale')
    takeScan(machine, session, text)
  })
  useKeys(
    {
      queue: () => setView(view === 'queue' ? 'sale' : 'queue'),
      receipts: () => setView(view === 'receipts' ? 'sale' : 'receipts'),
      shift: () => setView(view === 'shift' ? 'sale' : 'shift'),
      help: () => setDialog({ kind: 'help' }),
      ...(view === 'sale' ? {} : { buyer: () => setView('sale') }),
    },
    !dialog,
  )
  return (
    <>
      <Header
        session={session}
        pos={pos}
        view={view}
        onView={setView}
        onHelp={() => setDialog({ kind: 'help' })}
        onSettings={() => setDialog({ kind: 'settings' })}
      />
      <LicenseBanner pos={pos} />
      <Line onQueue={view === 'queue' ? undefined : () => setView('queue')} />
      <Said />
      <Suspense fallback={<main />}>
        {view === 'sale' ? (
          <SaleScreen
            machine={machine}
            session={session}
            pos={pos}
            keys={!dialog}
            onCancel={(receipt_id) => setDialog({ kind: 'cancel', receipt_id })}
          />
        ) : view === 'queue' ? (
          <QueueScreen session={session} onBack={() => setView('sale')} />
        ) : view === 'receipts' ? (
          <ReceiptsScreen
            session={session}
            pos={pos}
            onBack={() => setView('sale')}
            onMove={move}
          />
        ) : (
          <ShiftScreen session={session} pos={pos} onBack={() => setView('sale')} />
        )}
      </Suspense>
      <Suspense>
        {dialog?.kind === 'help' ? <HelpDialog onClose={close} /> : null}
        {dialog?.kind === 'settings' ? (
          <SettingsDialog
            session={session}
            onClose={close}
            onHelp={() => setDialog({ kind: 'help' })}
            onQueue={() => {
              close()
              setView('queue')
            }}
          />
        ) : null}
        {dialog?.kind === 'cancel' ? (
          <CancelDialog
            receipt_id={dialog.receipt_id}
            session={session}
            onClose={close}
            onDone={(moved) => {
              machine.dispatch({ type: 'last_forgotten' })
              close()
              if (moved) move(moved.amount)
            }}
          />
        ) : null}
      </Suspense>
    </>
  )
}

/** After a start, a PIN, or the return of the line: what was left open is looked after first. */
function useResume(machine: ReturnType<typeof saleAt>) {
  const connection = useConnection()
  useEffect(() => {
    if (connection === 'online') machine.resume()
  }, [machine, connection])
}

/** Rights, settings and the license may change while the till is open. */
function useRenewal(token: string) {
  useEffect(() => {
    const renew = () => {
      if (getSession()?.token !== token) return
      tillCall('GET /pos-api/v1/manager', {}).then(renewSession, () => {})
    }
    renew()
    const timer = setInterval(renew, RENEW_MS)
    return () => clearInterval(timer)
  }, [token])
}
