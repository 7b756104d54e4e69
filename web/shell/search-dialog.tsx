/** One search over everything of a shop: pages, buyers by name or phone, receipts by number. */
import { Kbd, Modal, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { IconFileText, IconReceipt2, IconSearch, IconUser } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { dateTime, money, today } from '../text/format.ts'
import { type Text, useText } from '../text/text.ts'
import { type Organization, useOrganization } from './organizations.ts'
import { paths } from './paths.ts'
import { railGroups } from './rail-items.ts'
import classes from './search-dialog.module.css'

const PAUSE_MS = 200
const SHOWN_MAX = 6
const YEAR_MS = 364 * 86_400_000

type Found = {
  key: string
  kind: 'page' | 'buyer' | 'receipt'
  title: string
  note: string
  href: string
}

const icons = { page: IconFileText, buyer: IconUser, receipt: IconReceipt2 }

export function SearchDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText('tools')
  const shell = useText('shell')
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('search.title')}
      size={560}
      yOffset="8dvh"
      centered={false}
      closeButtonProps={{ 'aria-label': shell('ui.close') }}
    >
      <Search id={id} onClose={onClose} />
    </Modal>
  )
}

function Search({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText('tools')
  const shell = useText('shell')
  const navigate = useNavigate()
  const organization = useOrganization(id)
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const { found, pending } = useFound(id, organization, text.trim())
  const active = Math.min(chosen, found.length - 1)
  const go = (one: Found | undefined) => {
    if (!one) return
    onClose()
    void navigate({ href: one.href })
  }
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      setChosen((active + step + found.length) % found.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      go(found[active])
    }
  }
  return (
    <>
      <TextInput
        mt={4}
        data-autofocus
        leftSection={<IconSearch size={18} stroke={1.75} />}
        aria-label={t('search.title')}
        placeholder={t('search.placeholder')}
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls="search-results"
        aria-activedescendant={active >= 0 ? `search-${active}` : undefined}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setChosen(0)
        }}
        onKeyDown={onKey}
      />
      <div
        id="search-results"
        role="listbox"
        aria-label={t('search.results')}
        className={classes.list}
      >
        {found.map((one, index) => (
          <Option
            key={one.key}
            one={one}
            index={index}
            active={index === active}
            onHover={() => setChosen(index)}
            onGo={() => go(one)}
          />
        ))}
      </div>
      <p role="status" className={classes.state}>
        {found.length > 0
          ? ''
          : pending
            ? shell('ui.loading')
            : text.trim()
              ? t('search.none')
              : ''}
      </p>
      <p className={classes.hint}>
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t('search.hint.choose')} <Kbd>Enter</Kbd> {t('search.hint.open')}{' '}
        <Kbd>Esc</Kbd> {t('search.hint.close')}
      </p>
    </>
  )
}

type OptionProps = {
  one: Found
  index: number
  active: boolean
  onHover: () => void
  onGo: () => void
}

function Option({ one, index, active, onHover, onGo }: OptionProps) {
  const t = useText('tools')
  const Icon = icons[one.kind]
  return (
    // The keys are the input's: the caret stays there, as a combobox wants it.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={`search-${index}`}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      className={classes.option}
      onMouseMove={onHover}
      onClick={onGo}
    >
      <Icon size={20} stroke={1.75} aria-hidden />
      <span className={classes.title}>{one.title}</span>
      <span className={classes.note}>{one.note || t(`search.kind.${one.kind}`)}</span>
    </div>
  )
}

/** Pages answer at once; buyers and receipts are asked for when the typing pauses. */
function useFound(id: string, organization: Organization | undefined, text: string) {
  const t = useText('tools')
  const shell = useText('shell')
  const [asked] = useDebouncedValue(text, PAUSE_MS)
  const worth = asked.length >= 2
  const buyers = useQuery({
    queryKey: ['search', id, 'buyers', asked],
    queryFn: ({ signal }) =>
      call('POST /api/v1/buyers/get_buyers_data', {
        body: { organization_id: id, q: asked, page: 1, limit: SHOWN_MAX },
        signal,
      }),
    enabled: worth,
    placeholderData: keepPreviousData,
  })
  const receipts = useQuery({
    queryKey: ['search', id, 'receipts', asked],
    queryFn: ({ signal }) => findReceipts(id, organization, asked, signal),
    enabled: worth && /\d/.test(asked) && asked.length <= 40,
  })
  const rows = worth && buyers.data && 'items' in buyers.data ? buyers.data.items : []
  const found: Found[] = [
    ...pagesOf(id, text, shell),
    ...rows.map((row): Found => ({
      key: row.id,
      kind: 'buyer',
      title: row.name || t('search.unnamed'),
      note: row.phone_masked ?? '',
      href: paths.buyer_by_id(id, row.id),
    })),
    ...(receipts.data?.items ?? []).map((row): Found => ({
      key: row.receipt_id,
      kind: 'receipt',
      title: t('search.receipt', { number: row.number ?? '—' }),
      note: `${money(row.to_pay, organization?.currency)} · ${dateTime(row.occurred_at, organization?.timezone)}`,
      href: paths.receipt(id, row.receipt_id),
    })),
  ]
  const waiting = buyers.isFetching || receipts.isFetching || asked !== text
  return { found, pending: waiting && text.length >= 2 }
}

function findReceipts(
  id: string,
  organization: Organization | undefined,
  receipt_number: string,
  signal: AbortSignal,
) {
  const now = new Date()
  return call('GET /api/v1/stats/receipt_report', {
    query: {
      organization_id: id,
      receipt_number,
      date_from: today(organization?.timezone, new Date(now.getTime() - YEAR_MS)),
      date_to: today(organization?.timezone, now),
      count: SHOWN_MAX,
    },
    signal,
  })
}

function pagesOf(id: string, text: string, t: Text<'shell'>): Found[] {
  const wanted = text.toLocaleLowerCase()
  return railGroups(id)
    .flatMap(({ items }) => items)
    .map(({ key, href }): Found => ({ key: href, kind: 'page', title: t(key), note: '', href }))
    .filter(({ title }) => title.toLocaleLowerCase().includes(wanted))
    .slice(0, SHOWN_MAX)
}
