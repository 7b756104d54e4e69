/** One minimum price for all products of the filters; how many change is told beforehand. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Organization } from '../../shell/organizations.ts'
import { toast } from '../../shell/toasts.tsx'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { PercentInput } from '../../ui/money-input.tsx'
import type { Asked } from './catalog-page.tsx'
import { bulkPreview, useSetMinPrice } from './queries.ts'

type Props = { organization: Organization; asked: Asked; opened: boolean; onClose: () => void }

export function BulkDialog(props: Props) {
  const t = useText('catalog')
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={t('bulk.title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Fields {...props} />
    </Modal>
  )
}

const PAUSE_MS = 300

function Fields({ organization, asked, onClose }: Props) {
  const t = useText('catalog')
  const [percent, setPercent] = useState<number | ''>('')
  const [settled] = useDebouncedValue(percent, PAUSE_MS)
  const { q, category, min_price } = asked
  const ask = { percent: Number(settled), q, category, min_price }
  const preview = useQuery(bulkPreview(organization.id, ask, settled !== ''))
  const set = useSetMinPrice(organization.id)
  const known = percent !== '' && percent === settled ? preview.data : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!known || known.changed === 0) return
    set.mutate(ask, {
      onSuccess({ changed }) {
        toast.done(t('bulk.done', { count: changed }))
        onClose()
      },
    })
  }
  const error = set.error ?? preview.error
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text>{t('bulk.text')}</Text>
        <PercentInput
          label={t('bulk.percent')}
          data-autofocus
          value={percent}
          onChange={setPercent}
        />
        <Text role="status" fw={560} mih={24}>
          {known ? t('bulk.preview', { count: known.changed }) : ''}
        </Text>
        {error ? (
          <Text role="alert" size="sm" c="kalyna">
            {problemSentence(error)}
          </Text>
        ) : null}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={set.isPending} disabled={!known || known.changed === 0}>
            {t('bulk.verb')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
