/** Every earning that is not used up, in the order it burns. */
import { Card, Table, Text, Title } from '@mantine/core'
import type { Organization } from '../../shell/organizations.ts'
import { date, number } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import classes from './buyers.module.css'
import type { BuyerWhole, Lot } from './queries.ts'

type Props = { organization: Organization; buyer: BuyerWhole }

/** Nearest expiry first, the ones that never burn last: the order they are spent in. */
const bySpending = (a: Lot, b: Lot) =>
  (a.expires_at ?? '9').localeCompare(b.expires_at ?? '9') || a.number - b.number

/** A lot ends with its last day, at midnight: the day to show is the one that is ending. */
const lastMoment = (expires_at: string) => new Date(new Date(expires_at).getTime() - 1)

const isAhead = (moment: string) => new Date(moment) > new Date()

export function LotsCard({ organization, buyer }: Props) {
  const t = useText('buyers')
  const zone = organization.timezone
  const lots = buyer.lots.toSorted(bySpending)
  return (
    <Card component="section">
      <Title order={2} size="h4" mb="sm">
        {t('lots')}
      </Title>
      {lots.length === 0 ? (
        <Text c="dimmed" size="sm">
          {t('lots.empty')}
        </Text>
      ) : (
        <Table.ScrollContainer minWidth={280} maxHeight={340}>
          <Table verticalSpacing={8} horizontalSpacing={8} fz="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('lots.source')}</Table.Th>
                <Table.Th ta="right">{t('lots.remaining')}</Table.Th>
                <Table.Th ta="right">{t('lots.expires')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {lots.map((lot) => (
                <Table.Tr key={lot.number}>
                  <Table.Td>
                    {t(`kind.${lot.kind}`)}
                    <br />
                    <span className={classes.muted}>
                      {isAhead(lot.active_from)
                        ? t('lots.pending', { date: date(lot.active_from, zone) })
                        : lot.created_at
                          ? date(lot.created_at, zone)
                          : ''}
                    </span>
                  </Table.Td>
                  <Table.Td ta="right" className={classes.bonus}>
                    {number(lot.remaining)}
                  </Table.Td>
                  <Table.Td ta="right">
                    {lot.expires_at ? date(lastMoment(lot.expires_at), zone) : t('lots.never')}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Card>
  )
}
