/** A payment's papers: the invoice, and once it is paid the receipt and the act; each as PDF too. */
import { Alert, Badge, Button, Group, SegmentedControl, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { PageLink } from '../../shell/link.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { WithOrganization } from '../../shell/with-organization.tsx'
import { date, money } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ErrorCard } from '../../ui/error-card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import classes from './licenses.module.css'
import { type Payment, paymentQuery } from './queries.ts'

const KINDS = ['invoice', 'receipt', 'act'] as const
type Kind = (typeof KINDS)[number]

const colors = { paid: 'spruce', pending: 'blue', failed: 'kalyna', refunded: 'stone' } as const

export function DocumentPage() {
  return (
    <WithOrganization>{(organization) => <Papers organization={organization} />}</WithOrganization>
  )
}

function Papers({ organization }: { organization: Organization }) {
  const t = useText('licenses')
  const { payment: payment_id = '' } = useParams({ strict: false }) as { payment?: string }
  const { data, error, refetch } = useQuery(paymentQuery(payment_id))
  const [kind, setKind] = useState<Kind>('invoice')
  const zone = organization.timezone
  // Asked again first: the browser fetches the file by itself and could not prolong the session.
  const download = async () => {
    if ((await refetch()).error) return
    location.assign(`/api/v1/payments/${payment_id}/papers/${kind}`)
  }
  return (
    <>
      <div className={classes.noPrint}>
        <PageHeader
          title={t(`doc.${kind}`, { number: data?.number ?? '' })}
          beside={
            data ? <Badge color={colors[data.status]}>{t(`pay.${data.status}`)}</Badge> : null
          }
          actions={
            <>
              <Button component={PageLink} href={paths.licenses(organization.id)} variant="default">
                {t('doc.back')}
              </Button>
              <Button
                variant="default"
                leftSection={<IconPrinter size={20} />}
                onClick={() => window.print()}
              >
                {t('doc.print')}
              </Button>
              <Button
                leftSection={<IconDownload size={20} />}
                disabled={!data}
                onClick={() => void download()}
              >
                {t('doc.pdf')}
              </Button>
            </>
          }
        />
      </div>
      {data ? (
        <Stack gap="lg">
          <Stack gap="md" className={classes.noPrint}>
            <State payment={data} zone={zone} />
            {data.status === 'paid' ? (
              <SegmentedControl
                style={{ alignSelf: 'flex-start' }}
                aria-label={t('doc.kind')}
                value={kind}
                onChange={(value) => setKind(KINDS.find((one) => one === value) ?? 'invoice')}
                data={KINDS.map((value) => ({
                  value,
                  label: t(`doc.kind.${value}`),
                }))}
              />
            ) : null}
          </Stack>
          <Paper payment={data} kind={kind} zone={zone} />
        </Stack>
      ) : error ? (
        <ErrorCard
          what={t('doc.what')}
          error={error}
          sentence={problemSentence(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <FormSkeleton />
      )}
    </>
  )
}

function State({ payment, zone }: { payment: Payment; zone: string }) {
  const t = useText('licenses')
  const on = (moment: string | null) => ({ date: date(moment ?? payment.created_at, zone) })
  const words = {
    pending: t('doc.wait', on(payment.ends_at)),
    paid: t('doc.paid', on(payment.paid_at)),
    refunded: t('doc.refunded', on(payment.closed_at)),
    failed: t('doc.failed'),
  }
  return (
    <>
      <Alert color={payment.status === 'paid' ? 'spruce' : 'stone'}>{words[payment.status]}</Alert>
      {payment.buyer.tax_id === '' ? (
        <Alert color="blue">
          <PageLink href={paths.profile(payment.organization_id)}>{t('doc.no_tax')}</PageLink>
        </Alert>
      ) : null}
    </>
  )
}

type PaperProps = { payment: Payment; kind: Kind; zone: string }

function Paper({ payment, kind, zone }: PaperProps) {
  const t = useText('licenses')
  const { number, seller, buyer } = payment
  const made = date(
    kind === 'invoice' ? payment.created_at : (payment.paid_at ?? payment.created_at),
    zone,
  )
  return (
    <article className={classes.paper}>
      <Group justify="space-between" gap="xs">
        <h2>{t(`doc.${kind}`, { number })}</h2>
        <span>{t('doc.from', { date: made })}</span>
      </Group>
      <div className={classes.parties}>
        <Party title={t('doc.seller')} lines={[seller.name, ...requisites(seller, t)]} />
        <Party
          title={t('doc.buyer')}
          lines={[buyer.name, buyer.tax_id && `${t('doc.tax_id')} ${buyer.tax_id}`, buyer.address]}
        />
      </div>
      <Lines payment={payment} zone={zone} />
      {kind === 'act' ? (
        <>
          <p className={classes.quiet}>{t('doc.agreed')}</p>
          <div className={classes.signs}>
            <p>{t('doc.seller')}</p>
            <p>{t('doc.buyer')}</p>
          </div>
        </>
      ) : kind === 'receipt' ? (
        <p>{t('doc.paid', { date: made })}</p>
      ) : (
        <p>
          <strong>{t('doc.purpose')}:</strong> {t('doc.purpose.text', { number, date: made })}
        </p>
      )}
    </article>
  )
}

const requisites = (
  { tax_id, iban, bank }: Payment['seller'],
  t: (key: 'doc.tax_id' | 'doc.iban' | 'doc.bank') => string,
) => [
  tax_id && `${t('doc.tax_id')} ${tax_id}`,
  iban && `${t('doc.iban')} ${iban}`,
  bank && `${t('doc.bank')}: ${bank}`,
]

function Party({ title, lines }: { title: string; lines: string[] }) {
  return (
    <section>
      <h3>{title}</h3>
      {lines
        .filter((line) => line !== '')
        .map((line) => (
          <p key={line}>{line}</p>
        ))}
    </section>
  )
}

function Lines({ payment, zone }: { payment: Payment; zone: string }) {
  const t = useText('licenses')
  const { lines, amount, currency } = payment
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th>{t('doc.service')}</th>
            <th>{t('doc.period')}</th>
            <th>{t('doc.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.license_id}>
              <td>
                {t('doc.line', { tariff: line.tariff_name, period: t(`doc.${line.period}`) })}
              </td>
              <td>
                {line.starts_at && line.ends_at
                  ? `${date(line.starts_at, zone)} – ${date(line.ends_at, zone)}`
                  : '—'}
              </td>
              <td>{money(line.amount, currency)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {t('doc.total')}
            </th>
            <td>{money(amount, currency)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
