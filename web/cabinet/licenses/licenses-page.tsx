/** What is paid, until when, for which point of sale; and every payment with its papers. */
import { Alert, Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconAlertTriangle, IconCheck, IconHourglass, IconLicense } from '@tabler/icons-react'
import type { DataTableColumn } from 'mantine-datatable'
import { PageLink } from '../../shell/link.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { WithOrganization } from '../../shell/with-organization.tsx'
import { date, money, price } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { type Text, useText } from '../../text/text.ts'
import { DataPage } from '../../ui/data-page.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { ActionsMenu } from './actions-menu.tsx'
import classes from './licenses.module.css'
import { PaymentsList } from './payments-list.tsx'
import { type License, licensesQuery } from './queries.ts'
import { StatusBadge } from './status-badge.tsx'
import { type Actions, useActions } from './use-actions.tsx'

export function LicensesPage() {
  return (
    <WithOrganization>
      {(organization) => <Licenses organization={organization} />}
    </WithOrganization>
  )
}

function Licenses({ organization }: { organization: Organization }) {
  const t = useText('licenses')
  const shell = useText('shell')
  const query = useQuery(licensesQuery(organization.id))
  const actions = useActions(organization)
  const licenses = query.data?.items ?? []
  const choose = (
    <Button component={PageLink} href={paths.tariff(organization.id)}>
      {t('choose')}
    </Button>
  )
  return (
    <>
      <PageHeader title={shell('page.licenses')} purpose={t('purpose')} actions={choose} />
      <Stack gap="lg">
        <CameBack />
        <Warnings licenses={licenses} zone={organization.timezone} />
        <DataPage
          query={query}
          what={t('what')}
          sentence={problemSentence}
          columns={columnsOf(organization, actions, t)}
          rowId={({ id }) => id}
          card={(license) => cardOf(license, organization, actions, t)}
          empty={
            <EmptyState
              icon={<IconLicense size={32} stroke={1.5} />}
              title={t('empty.title')}
              text={t('empty.text')}
              action={choose}
            />
          }
        />
        {query.data ? <PaymentsList organization={organization} licenses={licenses} /> : null}
      </Stack>
      {actions.question}
    </>
  )
}

/** `?payment=` only chooses words: what is paid is told by the list below. */
function CameBack() {
  const t = useText('licenses')
  const { values } = useFilters({ payment: '' })
  if (values.payment === 'ok') {
    return (
      <Alert color="spruce" icon={<IconCheck size={20} />} title={t('back.ok')} role="status">
        {t('back.ok.text')}
      </Alert>
    )
  }
  if (values.payment === 'fail') {
    return (
      <Alert color="kalyna" icon={<IconAlertTriangle size={20} />} title={t('back.fail')}>
        {t('back.fail.text')}
      </Alert>
    )
  }
  if (values.payment !== 'pending') return null
  return (
    <Alert color="stone" icon={<IconHourglass size={20} />} title={t('back.slow')} role="status">
      {t('back.slow.text')}
    </Alert>
  )
}

/** Only for points that sell: a free license that ended hurts nobody. */
function Warnings({ licenses, zone }: { licenses: License[]; zone: string }) {
  const t = useText('licenses')
  return licenses
    .filter(({ pos_id, state }) => pos_id !== null && (state === 'grace' || state === 'spend_only'))
    .map((license) => {
      const kind = license.state === 'grace' ? 'grace' : 'expired'
      const words = { point: license.pos_name ?? '', date: date(license.expires_at, zone) }
      return (
        <Alert
          key={license.id}
          color={kind === 'grace' ? 'stone' : 'kalyna'}
          icon={<IconAlertTriangle size={20} />}
          title={t(`${kind}.title`)}
        >
          {t(`${kind}.text`, words)}
        </Alert>
      )
    })
}

const nameOf = (license: License, t: Text<'licenses'>) => license.tariff_name ?? t('trial')

function priceOf(license: License, t: Text<'licenses'>): string {
  if (license.period === null) return '—'
  return `${price(license.price, license.currency)} ${t(`period.${license.period}`)}`
}

/** Nothing is covered before a payment, so there is no date to show. */
const untilOf = ({ status, expires_at }: License, zone: string) =>
  status === 'created' || status === 'awaiting_payment' ? '—' : date(expires_at, zone)

function renewalOf(license: License, zone: string, t: Text<'licenses'>): string {
  const { auto_renew, next_charge_at } = license
  return auto_renew && next_charge_at
    ? t('renew.on', { date: date(next_charge_at, zone) })
    : t('renew.off')
}

function cardOf(
  license: License,
  { timezone }: Organization,
  actions: Actions,
  t: Text<'licenses'>,
) {
  return {
    title: `${nameOf(license, t)} · ${license.pos_name ?? t('unassigned')}`,
    value: <ActionsMenu license={license} name={nameOf(license, t)} actions={actions} />,
    line: (
      <span className={classes.cardLine}>
        <StatusBadge license={license} zone={timezone} />
        {untilOf(license, timezone)} · {priceOf(license, t)}
      </span>
    ),
  }
}

function columnsOf(
  { timezone }: Organization,
  actions: Actions,
  t: Text<'licenses'>,
): DataTableColumn<License>[] {
  return [
    {
      accessor: 'tariff_name',
      title: t('col.tariff'),
      render: (license) => (
        <>
          <strong className={classes.name}>{nameOf(license, t)}</strong>
          {license.credit > 0 ? (
            <p className={classes.quiet}>
              {t('credit', { amount: money(license.credit, license.currency) })}
            </p>
          ) : null}
        </>
      ),
    },
    {
      accessor: 'pos_name',
      title: t('col.point'),
      render: ({ pos_name }) => pos_name ?? t('unassigned'),
    },
    {
      accessor: 'status',
      title: t('col.status'),
      render: (license) => <StatusBadge license={license} zone={timezone} />,
    },
    {
      accessor: 'expires_at',
      title: t('col.until'),
      noWrap: true,
      render: (license) => untilOf(license, timezone),
    },
    {
      accessor: 'auto_renew',
      title: t('col.renew'),
      render: (license) => renewalOf(license, timezone, t),
    },
    {
      accessor: 'price',
      title: t('col.price'),
      textAlign: 'right',
      noWrap: true,
      render: (license) => priceOf(license, t),
    },
    {
      accessor: 'id',
      title: <span className="v-sr">{t('col.actions')}</span>,
      textAlign: 'right',
      render: (license) => (
        <ActionsMenu license={license} name={nameOf(license, t)} actions={actions} />
      ),
    },
  ]
}
