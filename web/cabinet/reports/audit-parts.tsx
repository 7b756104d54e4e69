/** What an act was done to, and what it changed. */
import { PageLink } from '../../shell/link.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { counted, money, number } from '../../text/format.ts'
import { type Text, type TextKey, useText } from '../../text/text.ts'
import type { Act } from './acts-tab.tsx'
import classes from './reports.module.css'

type Props = { row: Act; organization: Organization }

/** The buyer, the receipt or the point of sale, where a page of it exists. */
export function SubjectLink({ row, organization }: Props) {
  const t = useText('audit')
  const reports = useText('reports')
  const { on } = row
  if (!on) return null
  const href = hrefOf(on, organization.id)
  const name =
    on.kind === 'receipt' && on.name === null
      ? reports('drawer.title.none')
      : on.kind === 'receipt'
        ? reports('drawer.title', { number: on.name ?? '' })
        : (on.name ?? (on.kind === 'buyer' ? t('no_name') : ''))
  return <div>{href && name ? <PageLink href={href}>{name}</PageLink> : <span>{name}</span>}</div>
}

function hrefOf({ kind, id }: NonNullable<Act['on']>, organization_id: string) {
  if (id === null) return undefined
  if (kind === 'buyer') return paths.buyer_by_id(organization_id, id)
  if (kind === 'receipt') return paths.receipt(organization_id, id)
  if (kind === 'promotion') return paths.promotion(organization_id, id)
  return kind === 'pos' ? `${paths.pos(organization_id)}?pos=${id}` : undefined
}

export function AuditDetail({ row, organization }: Props) {
  const t = useText('audit')
  const settings = useText('settings')
  const facts = factsOf(row, organization, t)
  const changes = Object.entries(row.changes)
  return (
    <>
      {facts.length > 0 ? <div className={classes.small}>{facts.join(' · ')}</div> : null}
      {changes.map(([field, [was, is]]) => (
        <div key={field} className={classes.small}>
          {row.act === 'settings_changed' ? named(field, settings) : field}: {printed(was)} →{' '}
          {printed(is)}
        </div>
      ))}
    </>
  )
}

/** A field of settings as its page calls it; one that no page shows keeps its own name. */
function named(field: string, t: Text<'settings'>): string {
  const key = `field.${field}`
  const label = t(key as TextKey<'settings'>)
  return label === key ? field : label
}

const printed = (value: string | number | boolean | null | undefined) =>
  value === null || value === undefined || value === '' ? '—' : String(value)

const GROUPS = ['general', 'bonuses', 'notifications', 'auto'] as const
const REPORTS = ['receipts', 'transactions', 'period', 'accounts', 'audit'] as const

function factsOf({ facts }: Act, { currency }: Organization, t: Text<'audit'>): string[] {
  const group = GROUPS.find((one) => one === facts.group)
  const report = REPORTS.find((one) => one === facts.report)
  return [
    typeof facts.bonuses === 'number'
      ? t('detail.bonuses', { amount: number(facts.bonuses, 2) })
      : '',
    typeof facts.money === 'number'
      ? t('detail.money', { amount: money(facts.money, currency) })
      : '',
    typeof facts.buyers === 'number' ? counted('buyer', facts.buyers) : '',
    group ? t(`group.${group}`) : '',
    report ? t(`report.${report}`) : '',
    ...['format', 'messenger', 'fields', 'role'].map((name) => textIn(facts[name])),
    reasonOf(textIn(facts.reason), t),
  ].filter(Boolean)
}

const textIn = (value: string | number | boolean | null | undefined) =>
  typeof value === 'string' ? value : ''

const REASONS = ['goods', 'amount', 'buyer', 'gift', 'mistake', 'compensation', 'other'] as const

/** `gift: for the delay` → «Подарунок: for the delay»; a reason in free words stays. */
function reasonOf(text: string, t: Text<'audit'>): string {
  const known = REASONS.find((one) => text === one || text.startsWith(`${one}: `))
  return known ? `${t(`reason.${known}`)}${text.slice(known.length)}` : text
}
