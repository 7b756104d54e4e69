/** A refused sale is mended by hand: another buyer, another sum, or a senior's word; then sent again. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../text/text.ts'
import { type Ask, recognise } from '../sale/codes.ts'
import { parseSum, typedSum } from '../sale/sum.ts'
import { TillModal } from '../shell/till-modal.tsx'
import { whyText } from './parcel-row.tsx'
import { mend } from './queue.ts'
import { mayWait } from './parcel.ts'
import type { Stored } from './store.ts'

const ApprovalDialog = lazy(() =>
  import('../sale/approval-dialog.tsx').then((module) => ({ default: module.ApprovalDialog })),
)

type Props = { stored: Stored; onClose: () => void }

export function MendDialog({ stored, onClose }: Props) {
  const t = useText('cashier')
  const { parcel } = stored
  const by_total = parcel.sold.total !== undefined
  const [buyer, setBuyer] = useState(
    'phone' in parcel.ask ? parcel.ask.phone : parcel.ask.promocode,
  )
  const [amount, setAmount] = useState(typedSum(parcel.gross))
  const [wrong, setWrong] = useState<'buyer' | 'amount'>()
  const [approving, setApproving] = useState(false)
  const why = parcel.refusal ? whyText(t, parcel.refusal) : ''
  const send = (approval?: string) => {
    const ask = readBuyer(buyer)
    const gross = by_total ? parseSum(amount) : parcel.gross
    if (!ask) return setWrong('buyer')
    if (typeof gross !== 'number' || gross === 0) return setWrong('amount')
    const sold = by_total ? { total: gross / 100 } : parcel.sold
    const given = approval === undefined ? {} : { approval }
    void mend(stored, { ask, sold, gross, ...given }).then(onClose)
  }
  if (approving) {
    return (
      <Suspense>
        <ApprovalDialog
          receipt_id={parcel.receipt_id}
          why={why}
          onClose={() => setApproving(false)}
          onApproved={send}
        />
      </Suspense>
    )
  }
  return (
    <TillModal onClose={onClose} title={t('queue.fix_title')} size={420}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <Stack gap="md">
          <Text>{why}</Text>
          <TextInput
            label={t('queue.fix_buyer')}
            size="lg"
            inputMode="tel"
            autoComplete="off"
            data-autofocus
            value={buyer}
            error={wrong === 'buyer' && <span role="alert">{t('queue.fix_buyer_wrong')}</span>}
            onChange={(event) => {
              setBuyer(event.currentTarget.value)
              setWrong(undefined)
            }}
          />
          {by_total ? (
            <TextInput
              label={t('amount.title')}
              size="lg"
              inputMode="decimal"
              autoComplete="off"
              value={amount}
              error={wrong === 'amount' && <span role="alert">{t('notice.amount_wrong')}</span>}
              onChange={(event) => {
                setAmount(event.currentTarget.value)
                setWrong(undefined)
              }}
            />
          ) : null}
          <Group justify="flex-end" gap="sm">
            {parcel.refusal?.code === 'over_limit' ? (
              <Button variant="default" h={48} onClick={() => setApproving(true)}>
                {t('approval.title')}
              </Button>
            ) : null}
            <Button type="submit" h={48}>
              {t('queue.again')}
            </Button>
          </Group>
        </Stack>
      </form>
    </TillModal>
  )
}

function readBuyer(text: string): Ask | undefined {
  const seen = recognise(text)
  return seen.kind === 'buyer' && mayWait(seen.ask) ? seen.ask : undefined
}
