/** The sale: three numbered blocks at the left, the receipt at the right; one column on a phone. */
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useText } from '../../text/text.ts'
import type { TillPos, TillSession } from '../session/session.ts'
import { sound } from '../shell/sounds.ts'
import { AmountBlock } from './amount-block.tsx'
import { BonusesBlock } from './bonuses-block.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { BuyerBlock } from './buyer-block.tsx'
import { ClearedBar } from './cleared-bar.tsx'
import { recogniseScan } from './codes.ts'
import { findProduct } from './find-products.ts'
import { Live } from './live.tsx'
import { noticeText, shopMoney } from './notice-text.ts'
import { useTill } from './open-sales.ts'
import { ReceiptCard } from './receipt-card.tsx'
import {
  CONFIRM_CODE,
  focusStep,
  INVITER_FIELD,
  REGISTER_BUTTON,
  SaleProvider,
  type SaleView,
} from './sale-context.ts'
import type { SaleMachine } from './sale.ts'
import classes from './sale.module.css'
import { scannedLine } from './scanned-line.ts'
import { blankLine, isAboutInviter, type Line, type Sale } from './state.ts'
import { LastReceipt } from './success-card.tsx'
import { usePhoneScreen } from './use-phone-screen.ts'
import { useSaleKeys } from './use-sale-keys.ts'

const CameraDialog = lazy(() =>
  import('../camera/camera-dialog.tsx').then((module) => ({ default: module.CameraDialog })),
)

const ApprovalDialog = lazy(() =>
  import('./approval-dialog.tsx').then((module) => ({ default: module.ApprovalDialog })),
)

type Props = {
  machine: SaleMachine
  session: TillSession
  pos: TillPos
  /** False while a dialog has the keys. */
  keys: boolean
  onCancel: (receipt_id: string) => void
}

export function SaleScreen({ machine, session, pos, keys, onCancel }: Props) {
  const t = useText('cashier')
  const till = useTill(machine)
  const [camera, setCamera] = useState(false)
  const phone = usePhoneScreen()
  const { dispatch } = machine
  const [approving, setApproving] = useState(false)
  const open = useCallback<SaleView['open']>(
    (what) => (what === 'camera' ? setCamera : setApproving)(true),
    [],
  )
  const { sale } = till
  const shop = session.organization

  useSaleKeys(machine, session, open, keys && !camera && !approving)
  useFocusOfStep(sale, till.last?.receipt.receipt_id, keys && !approving)

  const view = useMemo<SaleView>(
    () => ({
      t,
      session,
      shop,
      pos,
      till,
      sale,
      dispatch,
      typeCode: (text: string) => machine.typeCode(text),
      withdraw: () => void machine.withdraw(),
      money: shopMoney(shop),
      phone,
      open,
      cancel: onCancel,
    }),
    [t, session, shop, pos, till, sale, machine, dispatch, phone, open, onCancel],
  )
  return (
    <SaleProvider value={view}>
      <main className={classes.screen} id="main">
        <h1 className="v-sr">{t('head.sale')}</h1>
        <div className={classes.blocks}>
          <BuyerBlock />
          <AmountBlock />
          <BonusesBlock />
        </div>
        <div className={classes.side}>
          <ReceiptCard />
          <LastReceipt />
        </div>
        {phone ? <BottomBar /> : null}
        <ClearedBar />
        <Live />
        <Suspense>
          {approving && sale.notice ? (
            <ApprovalDialog
              receipt_id={sale.figures?.receipt.receipt_id ?? ''}
              why={noticeText(t, sale.notice, shop)}
              onClose={() => setApproving(false)}
              onApproved={(approval) => {
                setApproving(false)
                const receipt_id = sale.figures?.receipt.receipt_id ?? ''
                dispatch({ type: 'approved', receipt_id, approval })
              }}
            />
          ) : null}
          {camera ? (
            <CameraDialog
              onClose={() => setCamera(false)}
              onRead={(text) => {
                setCamera(false)
                takeScan(machine, session, text)
              }}
            />
          ) : null}
        </Suspense>
      </main>
    </SaleProvider>
  )
}

/** What a scanner or the camera read becomes the buyer, a product, or a notice. */
export function takeScan(machine: SaleMachine, session: TillSession, text: string) {
  const with_products = session.organization.products_in_receipt !== 'none'
  const seen = recogniseScan(text, with_products)
  const { dispatch } = machine
  if (seen.kind === 'buyer') {
    return dispatch({ type: 'buyer_asked', ask: seen.ask, text: '' })
  }
  if (seen.kind === 'flyer') {
    sound('ok')
    return dispatch({ type: 'flyer_taken', code: seen.code })
  }
  if (seen.kind === 'product') {
    const again = machine.get().sale.lines.some((line) => line.barcode === seen.barcode)
    const line = blankLine(crypto.randomUUID(), seen.barcode)
    dispatch({ type: 'line_added', line })
    sound('ok')
    if (!again && session.organization.has_products) void nameLine(machine, line)
    const code = again ? 'product_again' : 'product_added'
    const params = { barcode: seen.barcode }
    return dispatch({ type: 'noticed', notice: { at: 'amount', code, tone: 'note', params } })
  }
  sound('error')
  dispatch({ type: 'noticed', notice: { at: 'buyer', code: 'unknown_code', tone: 'problem' } })
}

/**
 * The caret follows the steps, so that the next key is always the right one. A new phone has to be
 * answered with its button: digits typed on do not get into the number.
 */
function useFocusOfStep(sale: Sale, made: string | undefined, keys: boolean) {
  const seen = useRef('')
  useEffect(() => {
    const { stage } = sale
    const unanswered = stage === 'buyer' && sale.newcomer?.register === false
    const asked = stage !== 'buyer' && sale.ask !== undefined
    const inviter = sale.notice !== undefined && isAboutInviter(sale.notice)
    const waits = sale.sending.kind === 'awaiting'
    const now = keys ? [stage, made, asked, unanswered, inviter, waits].join(' ') : ''
    if (now === seen.current) return
    seen.current = now
    const button = unanswered ? REGISTER_BUTTON : ''
    const place = waits ? CONFIRM_CODE : inviter ? INVITER_FIELD : button
    const wanted = document.getElementById(place)
    if (wanted) wanted.focus()
    else if (keys) focusStep(stage)
  })
}

/** The catalogue fills in what the cashier has not typed meanwhile; without a line it stays blank. */
async function nameLine(machine: SaleMachine, { key, barcode }: Line): Promise<void> {
  const product = await findProduct(barcode)
  const line = machine.get().sale.lines.find((one) => one.key === key)
  if (!product || !line) return
  const known = scannedLine(key, product)
  machine.dispatch({
    type: 'line_changed',
    key,
    change: {
      ...(line.name === '' && { name: known.name }),
      ...(line.price === '' && { price: known.price }),
    },
  })
}
