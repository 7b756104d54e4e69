/** Minimum prices, and the catalogue they belong to. */
import { Button, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconFileImport, IconPackage, IconPercentage, IconPlus } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { type Address, useAddress } from '../../shell/address.ts'
import type { Organization } from '../../shell/organizations.ts'
import { WithOrganization } from '../../shell/with-organization.tsx'
import { money } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { type Text, useText } from '../../text/text.ts'
import { DataPage } from '../../ui/data-page.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { WhenOpened } from '../../ui/when-opened.tsx'
import { BareSumNotice } from './bare-sum-notice.tsx'
import { CatalogFilters, chipsOf } from './catalog-filters.tsx'
import { priceColumns, productColumns } from './columns.tsx'
import { FloorText } from './floor-text.tsx'
import { type Product, productsQuery } from './queries.ts'

// The list is read far more often than it is changed.
const BulkDialog = lazy(async () => ({ default: (await import('./bulk-dialog.tsx')).BulkDialog }))
const ImportProducts = lazy(async () => ({
  default: (await import('./import-products.tsx')).ImportProducts,
}))
const ProductDrawer = lazy(async () => ({
  default: (await import('./product-drawer.tsx')).ProductDrawer,
}))

const TABS = ['prices', 'products'] as const
const SORTS = ['name', 'category', 'price', 'floor', 'updated_at'] as const
const MIN_PRICES = ['without', 'above_price'] as const
const ACTIVE = ['true', 'false'] as const

function askOf(address: Address) {
  const plain = SORTS.find((one) => one === address.sort?.replace('-', '')) ?? 'name'
  const descending = address.sort?.startsWith('-') ?? false
  return {
    q: address.q?.trim() || undefined,
    category: address.category || undefined,
    min_price: MIN_PRICES.find((one) => one === address.min_price),
    active: ACTIVE.find((one) => one === address.active),
    sort: descending ? (`-${plain}` as const) : plain,
    page: Math.max(1, Number(address.page) || 1),
    limit: [25, 50, 100].find((one) => one === Number(address.limit)) ?? 50,
  }
}
export type Asked = ReturnType<typeof askOf>

export function CatalogPage() {
  return (
    <WithOrganization>{(organization) => <Catalog organization={organization} />}</WithOrganization>
  )
}

function Catalog({ organization }: { organization: Organization }) {
  const t = useText('catalog')
  const shell = useText('shell')
  const [address, change] = useAddress()
  const tab = TABS.find((one) => one === address.tab) ?? 'prices'
  const open = (product: string) => change({ product }, { step: true })
  const actions = (
    <>
      <Button
        variant="default"
        leftSection={<IconFileImport size={20} stroke={1.75} />}
        onClick={() => change({ import: 'open' }, { step: true })}
      >
        {t('import')}
      </Button>
      <Button leftSection={<IconPlus size={20} stroke={1.75} />} onClick={() => open('new')}>
        {t('add')}
      </Button>
    </>
  )
  return (
    <>
      <PageHeader title={shell('page.min_price')} purpose={t('purpose')} actions={actions} />
      <BareSumNotice organization={organization} />
      <Tabs
        value={tab}
        onChange={(next) => change({ tab: next === 'prices' ? undefined : (next ?? undefined) })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {TABS.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`tab.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map((one) => (
          <Tabs.Panel key={one} value={one}>
            <List organization={organization} tab={one} onOpen={open} empty={actions} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <WhenOpened opened={address.product !== undefined}>
        <ProductDrawer
          organization={organization}
          id={address.product}
          onClose={() => change({ product: undefined })}
        />
      </WhenOpened>
      <WhenOpened opened={address.import === 'open'}>
        <ImportProducts
          organization={organization}
          opened={address.import === 'open'}
          onClose={() => change({ import: undefined })}
        />
      </WhenOpened>
    </>
  )
}

type ListProps = {
  organization: Organization
  tab: (typeof TABS)[number]
  onOpen: (product: string) => void
  empty: React.ReactNode
}

function List({ organization, tab, onOpen, empty }: ListProps) {
  const t = useText('catalog')
  const [address, change] = useAddress()
  const [bulk, setBulk] = useState(false)
  const asked = askOf(address)
  const query = useQuery(productsQuery(organization.id, asked))
  const columns = tab === 'prices' ? priceColumns : productColumns
  return (
    <>
      <DataPage
        query={query}
        what={t('what')}
        sentence={problemSentence}
        columns={columns(t, organization, onOpen)}
        rowId={(row) => row.id}
        card={(row) => cardOf(row, organization, t)}
        onRowClick={(row) => onOpen(row.id)}
        filters={
          <>
            <CatalogFilters organization={organization} asked={asked} onChange={change} />
            {tab === 'prices' ? (
              <Button
                variant="default"
                leftSection={<IconPercentage size={20} stroke={1.75} />}
                onClick={() => setBulk(true)}
              >
                {t('bulk.open')}
              </Button>
            ) : null}
          </>
        }
        chips={chipsOf(asked, change, t)}
        onResetFilters={() =>
          change({
            ...{ q: undefined, category: undefined, min_price: undefined },
            ...{ active: undefined, page: undefined },
          })
        }
        empty={
          <EmptyState
            icon={<IconPackage size={32} stroke={1.5} />}
            title={t('empty.title')}
            text={t('empty.text')}
            action={empty}
          />
        }
        sort={{
          columnAccessor: asked.sort.replace('-', ''),
          direction: asked.sort.startsWith('-') ? 'desc' : 'asc',
        }}
        onSortChange={({ columnAccessor, direction }) =>
          change({
            sort: `${direction === 'desc' ? '-' : ''}${String(columnAccessor)}`,
            page: undefined,
          })
        }
        onPageChange={(page) => change({ page: String(page) }, { step: true })}
        onLimitChange={(limit) => change({ limit: String(limit), page: undefined })}
      />
      <WhenOpened opened={bulk}>
        <BulkDialog
          organization={organization}
          asked={asked}
          opened={bulk}
          onClose={() => setBulk(false)}
        />
      </WhenOpened>
    </>
  )
}

function cardOf(row: Product, organization: Organization, t: Text<'catalog'>) {
  return {
    title: row.name,
    value: money(row.price, organization.currency),
    line: (
      <>
        {[row.sku ?? row.barcode, row.category].filter(Boolean).join(' · ')}
        <br />
        {t('col.floor')}: <FloorText product={row} currency={organization.currency} />
      </>
    ),
  }
}
