/** A refused sale is taken out of the queue for good: its sum is told, and why is asked. */
import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../text/text.ts'
import { shopMoney } from '../sale/notice-text.ts'
import type { TillOrganization } from '../session/session.ts'
import { TillModal } from '../shell/till-modal.tsx'
import { discard } from './queue.ts'
import { type DiscardReason, discardReasons } from './parcel.ts'
import type { Stored } from './store.ts'

type Props = { stored: Stored; shop: TillOrganization; onClose: () => void }

export function DiscardDialog({ stored, shop, onClose }: Props) {
  const t = useText('cashier')
  const [reason, setReason] = useState<DiscardReason>()
  const amount = shopMoney(shop)(stored.parcel.gross / 100)
  return (
    <TillModal onClose={onClose} title={t('queue.discard_title', { amount })} size={420}>
      <Stack gap="md">
        <Text>{t('queue.discard_text')}</Text>
        <Radio.Group
          label={t('cancel.reason')}
          withAsterisk
          value={reason ?? ''}
          onChange={(value) => setReason(value as DiscardReason)}
        >
          <Stack gap={4} mt={4}>
            {discardReasons.map((kind) => (
              <Radio
                key={kind}
                value={kind}
                label={t(`queue.reason.${kind}`)}
                size="md"
                styles={{ body: { minHeight: 40, alignItems: 'center' } }}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" h={48} onClick={onClose} data-autofocus>
            {t('approval.cancel')}
          </Button>
          <Button
            color="kalyna"
            h={48}
            disabled={reason === undefined}
            onClick={() => {
              if (reason) void discard(stored, reason).then(onClose)
            }}
          >
            {t('queue.discard')}
          </Button>
        </Group>
      </Stack>
    </TillModal>
  )
}
