import { Button, Slider, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { Organization } from '../../shell/organizations.ts'
import { toast } from '../../shell/toasts.tsx'
import { forgetWishedCashback, wishedCashback } from '../../shell/wished-cashback.ts'
import { counted, moneyWhole, percent as percentText } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { BonusChip } from '../../ui/bonus-chip.tsx'
import { PercentInput } from '../../ui/money-input.tsx'
import classes from './land.module.css'
import { bonusesOf, netCashback } from './net-cashback.ts'

/** What is usual in each kind of business. */
const presets: Record<Organization['business_category'], number> = {
  cafe: 7,
  shop: 3,
  beauty: 5,
  car_service: 3,
  flowers: 5,
  pharmacy: 2,
  online: 5,
  other: 5,
}
const EXAMPLE = 570

type Props = { organization: Organization; onDone: () => void }

export function PercentStep({ organization, onDone }: Props) {
  const t = useText('land')
  const [percent, setPercent] = useState<number | ''>(
    () => wishedCashback() ?? presets[organization.business_category],
  )
  const save = useSavePercent(organization.id, onDone)
  const shown = percent === '' ? 0 : percent
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(shown)
      }}
    >
      <Stack gap="lg">
        <Text c="dimmed">{t('percent.lead')}</Text>
        <div className={classes.slider}>
          <Slider
            min={1}
            max={15}
            step={0.5}
            value={Math.min(15, Math.max(1, shown))}
            onChange={setPercent}
            thumbLabel={t('percent.label')}
            label={(value) => percentText(value)}
            marks={[1, 3, 5, 7, 10, 15].map((value) => ({ value, label: percentText(value) }))}
          />
          <PercentInput
            label={t('percent.exact')}
            value={percent}
            onChange={setPercent}
            className={classes.exact}
          />
        </div>
        <section className={classes.example} aria-live="polite">
          <p className={classes.exampleLine}>
            <span>{t('percent.example', { receipt: moneyWhole(EXAMPLE) })} →</span>
            <span>{t('percent.gets')}</span>
            <BonusChip size="lg">{counted('bonus', bonusesOf(EXAMPLE, shown))}</BonusChip>
          </p>
          <p className={classes.net}>
            {t('percent.net', { percent: percentText(netCashback(shown), 1) })}
          </p>
          <p className={classes.why}>{t('percent.net_why')}</p>
        </section>
        <Button
          type="submit"
          size="lg"
          loading={save.isPending}
          disabled={percent === ''}
          className={classes.submit}
        >
          {t('percent.submit')}
        </Button>
      </Stack>
    </form>
  )
}

/** Sets the cashback of the first level, from which every buyer starts. */
function useSavePercent(organization_id: string, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (cashback_percent: number) => {
      const query = { organization_id }
      const { version, levels } = await call('GET /api/v1/settings/bonuses', { query })
      await call('PATCH /api/v1/settings/bonuses', {
        query,
        body: {
          version,
          levels: levels.map((level, index) =>
            index === 0 ? { ...level, cashback_percent } : level,
          ),
        },
      })
    },
    onSuccess: async () => {
      forgetWishedCashback()
      await client.invalidateQueries({ queryKey: ['settings'] })
      onDone()
    },
    onError: toast.problem,
  })
}
