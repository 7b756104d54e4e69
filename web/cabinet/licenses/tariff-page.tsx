/** Choosing a tariff: what each allows, what the chosen one costs now, and the way to pay. */
import { Badge, Button, SegmentedControl, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconCheck, IconPhoneCall } from '@tabler/icons-react'
import { useState } from 'react'
import type { Organization } from '../../shell/organizations.ts'
import { tariffsQuery } from '../../shell/tariffs.ts'
import { WithOrganization } from '../../shell/with-organization.tsx'
import { moneyWhole, number, percent, price as printPrice } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorCard } from '../../ui/error-card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { CardsSkeleton } from '../../ui/skeletons.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import classes from './licenses.module.css'
import { OrderForm } from './order-form.tsx'
import { type License, licensesQuery, type Tariff } from './queries.ts'

export function TariffPage() {
  return (
    <WithOrganization>{(organization) => <Tariffs organization={organization} />}</WithOrganization>
  )
}

function Tariffs({ organization }: { organization: Organization }) {
  const t = useText('licenses')
  const shell = useText('shell')
  const tariffs = useQuery(tariffsQuery)
  const licenses = useQuery(licensesQuery(organization.id))
  const error = tariffs.error ?? licenses.error
  return (
    <>
      <PageHeader title={shell('page.tariff')} purpose={t('tariff.purpose')} />
      {tariffs.data && licenses.data ? (
        <Choice
          organization={organization}
          tariffs={tariffs.data.items}
          licenses={licenses.data.items}
        />
      ) : error ? (
        <ErrorCard
          what={t('what')}
          error={error}
          sentence={problemSentence(error)}
          onRetry={() => {
            void tariffs.refetch()
            void licenses.refetch()
          }}
        />
      ) : (
        <CardsSkeleton count={3} />
      )}
    </>
  )
}

type Props = { organization: Organization; tariffs: Tariff[]; licenses: License[] }

/** The license the page was opened for, else the trial, which is bought first, else the only one. */
function licenseFor(licenses: License[], wanted: string): License | undefined {
  if (wanted === 'new') return undefined
  const named = licenses.find(({ id }) => id === wanted)
  const trial = licenses.find(({ tariff_id }) => tariff_id === null)
  return named ?? trial ?? (licenses.length === 1 ? licenses[0] : undefined)
}

function Choice({ organization, tariffs, licenses }: Props) {
  const t = useText('licenses')
  const { values, set } = useFilters({ license: '' })
  const license = licenseFor(licenses, values.license)
  const current = tariffs.find(({ id }) => id === license?.tariff_id)
  const [period, setPeriod] = useState<'month' | 'year'>(current?.period ?? 'month')
  const [chosen, setChosen] = useState<string>()
  const shown = tariffs.filter((tariff) => tariff.period === period)
  const same = (name: string | undefined) => shown.find((tariff) => tariff.name === name)
  const wanted = tariffs.find(({ id }) => id === chosen)
  const tariff = same(wanted?.name) ?? same(current?.name) ?? shown[1] ?? shown[0]
  if (tariffs.length === 0) {
    return (
      <EmptyState
        icon={<IconPhoneCall size={32} stroke={1.5} />}
        title={t('tariff.none')}
        text={t('tariff.none.text')}
      />
    )
  }
  return (
    <div className={classes.columns}>
      <Stack gap="md">
        <SegmentedControl
          style={{ alignSelf: 'flex-start' }}
          value={period}
          onChange={(value) => setPeriod(value === 'year' ? 'year' : 'month')}
          data={[
            { value: 'month', label: t('tariff.monthly') },
            { value: 'year', label: t('tariff.yearly') },
          ]}
        />
        <div className={classes.tariffs}>
          {shown.map((one) => (
            <TariffCard
              key={one.id}
              tariff={one}
              monthly={tariffs.find(({ name, period: of }) => name === one.name && of === 'month')}
              current={one.id === license?.tariff_id}
              chosen={one.id === tariff?.id}
              onChoose={() => setChosen(one.id)}
            />
          ))}
        </div>
      </Stack>
      {tariff ? (
        <OrderForm
          organization={organization}
          tariff={tariff}
          license={license}
          licenses={licenses}
          onLicense={(id) => set({ license: id })}
        />
      ) : null}
    </div>
  )
}

type CardProps = {
  tariff: Tariff
  monthly: Tariff | undefined
  current: boolean
  chosen: boolean
  onChoose: () => void
}

const LIMITS = ['pos', 'cashiers', 'buyers', 'messages', 'bots'] as const

function TariffCard({ tariff, monthly, current, chosen, onChoose }: CardProps) {
  const t = useText('licenses')
  const { name, price, currency, period, limits, features } = tariff
  const saving =
    period === 'year' && monthly ? Math.floor((1 - price / (monthly.price * 12)) * 100) : 0
  return (
    <section className={classes.tariff} data-chosen={chosen || undefined} aria-label={name}>
      <h2 className={classes.tariffName}>
        {name}
        {current ? <Badge color="spruce">{t('tariff.current')}</Badge> : null}
        {saving > 0 ? (
          <Badge color="stone">{t('tariff.saving', { percent: percent(saving) })}</Badge>
        ) : null}
      </h2>
      <div>
        <p className={classes.price}>{printPrice(price, currency)}</p>
        <p className={classes.quiet}>
          {period === 'year'
            ? t('tariff.per_month', { price: moneyWhole(price / 12, currency) })
            : t('period.month')}
        </p>
      </div>
      <Button variant={chosen ? 'filled' : 'default'} aria-pressed={chosen} onClick={onChoose}>
        {t(chosen ? 'tariff.chosen' : 'tariff.choose')}
      </Button>
      <dl className={classes.limits}>
        {LIMITS.map((kind) => (
          <div key={kind}>
            <dt>{t(`limit.${kind}`)}</dt>
            <dd>
              {limits[kind] === null ? (
                <>
                  <span aria-hidden>∞</span>
                  <span className="v-sr">{t('limit.any')}</span>
                </>
              ) : (
                number(limits[kind])
              )}
            </dd>
          </div>
        ))}
      </dl>
      <ul className={classes.features}>
        {features.map((feature) => (
          <li key={feature}>
            <IconCheck size={18} aria-hidden />
            {t(`feature.${feature}`)}
          </li>
        ))}
      </ul>
    </section>
  )
}
