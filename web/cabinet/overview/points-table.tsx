/** The points of sale side by side. */
import { Card, Table, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { PageLink } from '../../shell/link.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { counted, moneyWhole, number, relative } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import classes from './overview.module.css'
import type { Dashboard } from './queries.ts'

const DAY_MS = 86_400_000

type Props = { organization: Organization; data: Dashboard }

export function PointsTable({ organization, data }: Props) {
  const t = useText('overview')
  const phone = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
  return (
    <Card component="section">
      <Title order={2} size="h3" mb="sm">
        {t('pos.title')}
      </Title>
      {phone ? <PointsCards organization={organization} data={data} /> : null}
      <Table.ScrollContainer minWidth={480} hidden={phone}>
        <Table horizontalSpacing={8} verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('pos.name')}</Table.Th>
              <Table.Th ta="right">{t('pos.receipts')}</Table.Th>
              <Table.Th ta="right">{t('pos.turnover')}</Table.Th>
              <Table.Th ta="right">{t('pos.new')}</Table.Th>
              <Table.Th ta="right">{t('pos.spent')}</Table.Th>
              <Table.Th>{t('pos.last')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.pos.map((pos) => (
              <Table.Tr key={pos.pos_id}>
                <Table.Th scope="row">
                  <PageLink href={`${paths.pos(organization.id)}?pos=${pos.pos_id}`}>
                    {pos.name}
                  </PageLink>
                </Table.Th>
                <Table.Td ta="right">{number(pos.receipts)}</Table.Td>
                <Table.Td ta="right">{moneyWhole(pos.turnover, data.currency)}</Table.Td>
                <Table.Td ta="right">{number(pos.new_buyers)}</Table.Td>
                <Table.Td ta="right">{number(pos.spent)}</Table.Td>
                <Table.Td>
                  <LastActivity at={pos.last_activity_at} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  )
}

/** On a phone each point is two lines. */
function PointsCards({ organization, data }: Props) {
  return (
    <ul className={classes.list}>
      {data.pos.map((pos) => (
        <li key={pos.pos_id}>
          <span className={classes.step}>
            <PageLink href={`${paths.pos(organization.id)}?pos=${pos.pos_id}`}>{pos.name}</PageLink>
            <br />
            <span className={classes.note}>
              {counted('receipt', pos.receipts)} · <LastActivity at={pos.last_activity_at} />
            </span>
          </span>
          <strong className="v-tabular">{moneyWhole(pos.turnover, data.currency)}</strong>
        </li>
      ))}
    </ul>
  )
}

const isLate = (at: string) => Date.now() - new Date(at).getTime() > DAY_MS

function LastActivity({ at }: { at: string | null }) {
  const t = useText('overview')
  if (!at) return <span className={classes.note}>{t('pos.never')}</span>
  const late = isLate(at)
  return <span className={late ? classes.late : undefined}>{relative(at)}</span>
}
