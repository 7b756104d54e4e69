/** At most five things that need the owner, each with the page where to act. */
import { Button, Card, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconReceiptOff } from '@tabler/icons-react'
import { PageLink } from '../../shell/link.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { date } from '../../text/format.ts'
import { type Text as Words, useText } from '../../text/text.ts'
import classes from './overview.module.css'
import type { Dashboard } from './queries.ts'

type Item = Dashboard['attention'][number]

function sentenceOf(item: Item, zone: string, t: Words<'overview'>): string {
  const name = item.pos_name ?? ''
  if (item.kind === 'suspicious') return t('attention.suspicious', { count: item.count ?? 0 })
  if (item.kind === 'no_receipts_today') {
    return name ? t('attention.no_receipts_today', { name }) : t('attention.no_receipts_today.all')
  }
  if (!item.at) return t('attention.license_none', { name })
  return t(`attention.${item.kind}`, { name, date: date(item.at, zone) })
}

const hrefOf = (item: Item, organization_id: string) =>
  item.kind === 'suspicious'
    ? `${paths.audit(organization_id)}?tab=anomalies`
    : item.kind === 'no_receipts_today'
      ? paths.receipts(organization_id)
      : item.pos_id
        ? `${paths.pos(organization_id)}?pos=${item.pos_id}&part=license`
        : paths.pos(organization_id)

export function Attention({ organization, data }: { organization: Organization; data: Dashboard }) {
  const t = useText('overview')
  return (
    <Card component="section">
      <Title order={2} size="h3" mb="sm">
        {t('attention.title')}
      </Title>
      {data.attention.length === 0 ? (
        <div>
          <Text fw={560}>
            <IconCircleCheck
              size={20}
              stroke={1.75}
              color="var(--v-primary)"
              style={{ verticalAlign: '-4px' }}
              aria-hidden
            />{' '}
            {t('attention.none')}
          </Text>
          <span className={classes.note}>{t('attention.none.text')}</span>
        </div>
      ) : (
        <ul className={classes.list}>
          {data.attention.map((item) => (
            <li key={`${item.kind}${item.pos_id}`}>
              {item.kind === 'no_receipts_today' ? (
                <IconReceiptOff size={20} stroke={1.75} aria-hidden />
              ) : (
                <IconAlertTriangle
                  size={20}
                  stroke={1.75}
                  color={item.kind === 'license_ended' ? 'var(--v-danger)' : 'var(--v-bonus-text)'}
                  aria-hidden
                />
              )}
              <span className={classes.step}>{sentenceOf(item, organization.timezone, t)}</span>
              <Button
                component={PageLink}
                href={hrefOf(item, organization.id)}
                variant="subtle"
                size="compact-sm"
              >
                {t('attention.open')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
