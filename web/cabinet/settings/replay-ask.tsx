/** What to count on: whose receipts, and how bonuses are spent. */
import { Button, FileButton, Group, Radio, Stack, Text } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { REPLAY_BYTES_MAX, REPLAY_DAYS, REPLAY_ROWS_MAX } from '#contract/limits.ts'
import { counted, number } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { PercentInput } from '../../ui/money-input.tsx'
import { WholeInput } from '../../ui/whole-input.tsx'
import type { Amount } from './checks.ts'
import classes from './replay.module.css'

export type AskValues = {
  source: 'own' | 'file'
  kind: 'observed' | 'every'
  nth: Amount
  percent: Amount
  file: File | null
}

const NTH_MAX = 50

type Props = {
  values: AskValues
  onChange: (values: AskValues) => void
  pending: boolean
  error: string | undefined
  onStart: () => void
  /** What was counted before. */
  earlier: ReactNode
}

export function ReplayAsk({ values, onChange, pending, error, onStart, earlier }: Props) {
  const t = useText('replay')
  const set = (changes: Partial<AskValues>) => onChange({ ...values, ...changes })
  const own = values.source === 'own'
  const assumed = !own || values.kind === 'every'
  const { nth, percent } = values
  const nthWrong = nth === '' || nth < 1 || nth > NTH_MAX
  const percentWrong = percent === '' || percent < 0 || percent > 100
  const tooLarge = (values.file?.size ?? 0) > REPLAY_BYTES_MAX
  const ready =
    (!assumed || !(nthWrong || percentWrong)) && (own || (values.file !== null && !tooLarge))
  const problem = !own && tooLarge ? t('file.too_large') : error
  return (
    <Stack gap="lg">
      <Radio.Group
        label={t('source')}
        value={values.source}
        onChange={(source) => set({ source: source === 'file' ? 'file' : 'own' })}
      >
        <Stack gap="xs" mt="xs">
          <Radio
            value="own"
            label={t('source.own', { days: counted('day', REPLAY_DAYS) })}
            data-autofocus
          />
          <Radio value="file" label={t('source.file')} />
        </Stack>
      </Radio.Group>
      {own ? null : <FilePick file={values.file} onPick={(file) => set({ file })} />}
      {own ? (
        <Radio.Group
          label={t('spending')}
          value={values.kind}
          onChange={(kind) => set({ kind: kind === 'every' ? 'every' : 'observed' })}
        >
          <Stack gap="xs" mt="xs">
            <Radio
              value="observed"
              label={t('spending.observed')}
              description={t('spending.observed.hint')}
            />
            <Radio
              value="every"
              label={t('spending.every')}
              description={t('spending.every.hint')}
            />
          </Stack>
        </Radio.Group>
      ) : (
        <Text fw={560}>{t('spending')}</Text>
      )}
      {assumed ? (
        <div className={classes.pair}>
          <WholeInput
            label={t('spending.nth')}
            value={nth}
            onChange={(value) => set({ nth: value })}
            unit={t('spending.nth.unit')}
            error={nthWrong ? t('range', { min: 1, max: NTH_MAX }) : undefined}
          />
          <PercentInput
            label={t('spending.percent')}
            value={percent}
            onChange={(value) => set({ percent: value })}
            error={percentWrong ? t('range', { min: 0, max: 100 }) : undefined}
          />
        </div>
      ) : null}
      {problem ? (
        <Text role="alert" size="sm" c="kalyna">
          {problem}
        </Text>
      ) : null}
      <Group justify="flex-end">
        <Button onClick={onStart} loading={pending} disabled={!ready}>
          {t('start')}
        </Button>
      </Group>
      {earlier}
    </Stack>
  )
}

type PickProps = { file: File | null; onPick: (file: File | null) => void }

function FilePick({ file, onPick }: PickProps) {
  const t = useText('replay')
  return (
    <Stack gap="xs" align="flex-start">
      <FileButton accept=".csv,.txt,.tsv,.xlsx" onChange={onPick}>
        {(button) => (
          <Button
            {...button}
            variant="default"
            leftSection={<IconFileSpreadsheet size={20} stroke={1.75} aria-hidden />}
          >
            {file?.name ?? t('file.pick')}
          </Button>
        )}
      </FileButton>
      <Text size="sm" c="dimmed">
        {t('file.hint', { rows: number(REPLAY_ROWS_MAX) })}
      </Text>
    </Stack>
  )
}
