/** One promotion: its terms, what it has done, and the steps of its life. `new` makes one. */
import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useAddress } from '../../shell/address.ts'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { pointsQuery } from '../../shell/points.ts'
import { toast } from '../../shell/toasts.tsx'
import { segmentsQuery } from '../../shell/segments/queries.ts'
import { WithOrganization } from '../../shell/with-organization.tsx'
import { day } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ErrorCard } from '../../ui/error-card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { Chooser, TILES } from './chooser.tsx'
import type { FormData } from './form-parts.tsx'
import { PromotionForm } from './promotion-form.tsx'
import classes from './promotions.module.css'
import {
  ladderQuery,
  type Product,
  productsQuery,
  type Promotion,
  promotionQuery,
  useCreatePromotion,
  useSavePromotion,
} from './queries.ts'
import { StatusBadge } from './status-badge.tsx'
import { useActions } from './use-actions.tsx'
import { tileOf, type Tile, typeOf } from './values.ts'
import { kindOf } from './words.ts'

export function PromotionPage() {
  const { promo_id } = useParams({ strict: false }) as { promo_id: string }
  return (
    <WithOrganization>
      {(organization) =>
        promo_id === 'new' ? (
          <New organization={organization} />
        ) : (
          <Stored key={promo_id} organization={organization} promotion_id={promo_id} />
        )
      }
    </WithOrganization>
  )
}

/** What the fields choose from; undefined while it loads. */
function useFormData(organization: Organization) {
  const points = useQuery(pointsQuery(organization.id))
  const products = useQuery(productsQuery(organization.id))
  const ladder = useQuery(ladderQuery(organization.id))
  const segments = useQuery(segmentsQuery(organization.id))
  const broken = [points, products, ladder, segments].find(({ error, data }) => error && !data)
  const data: FormData | undefined =
    points.data && products.data && ladder.data && segments.data
      ? {
          organization,
          points: points.data.items,
          products: products.data.items,
          levels: ladder.data.levels,
          segments: segments.data.items,
        }
      : undefined
  return { data, broken }
}

function New({ organization }: { organization: Organization }) {
  const t = useText('promotions')
  const [address] = useAddress()
  const tile = TILES.find((one) => one === address.kind)
  const { data, broken } = useFormData(organization)
  if (!tile) {
    return (
      <>
        <PageHeader title={t('new.title')} purpose={t('new.purpose')} />
        <Chooser organization_id={organization.id} />
      </>
    )
  }
  return (
    <>
      <PageHeader title={t('new.title')} purpose={t(`tile.${tile}`)} />
      {broken ? <Broken query={broken} /> : null}
      {data ? <NewForm key={tile} tile={tile} data={data} /> : <FormSkeleton fields={6} />}
    </>
  )
}

function NewForm({ tile, data }: { tile: Tile; data: FormData }) {
  const t = useText('promotions')
  const navigate = useNavigate()
  const { id } = data.organization
  const save = useCreatePromotion(id, typeOf(tile), (made) => {
    toast.done(t('saved.draft'))
    void navigate({ href: paths.promotion(id, made.id), replace: true, ignoreBlocker: true })
  })
  return <PromotionForm tile={tile} data={data} stored={{ version: 0 }} save={save} />
}

type StoredProps = { organization: Organization; promotion_id: string }

function Stored({ organization, promotion_id }: StoredProps) {
  const shell = useText('shell')
  const { data, broken } = useFormData(organization)
  const query = useQuery(promotionQuery(promotion_id))
  const promotion = query.data
  if ((query.error && !promotion) || broken) {
    return (
      <>
        <PageHeader title={shell('page.promotion')} />
        <Broken query={broken ?? query} />
      </>
    )
  }
  if (!promotion || !data) return <FormSkeleton fields={6} />
  // A form is born with one version of its promotion; another version makes another form.
  return <Shown key={promotion.version} data={data} promotion={promotion} />
}

function Shown({ data, promotion }: { data: FormData; promotion: Promotion }) {
  const t = useText('promotions')
  const actions = useActions(data.organization.id)
  const save = useSavePromotion(promotion.id)
  return (
    <>
      <PageHeader
        title={promotion.name}
        purpose={kindOf(promotion, t)}
        beside={<StatusBadge promotion={promotion} />}
      />
      <Conflicts promotion={promotion} products={data.products} />
      <PromotionForm
        tile={tileOf(promotion)}
        data={data}
        stored={promotion}
        save={save}
        actions={actions}
      />
      {actions.question}
    </>
  )
}

type ConflictsProps = { promotion: Promotion; products: readonly Product[] }

function Conflicts({ promotion: { conflicts }, products }: ConflictsProps) {
  const t = useText('promotions')
  if (conflicts.length === 0) return null
  const nameOf = (code: string) =>
    products.find(({ barcode, sku }) => barcode === code || sku === code)?.name ?? code
  return (
    <Alert color="honey" mb="lg" icon={<IconAlertTriangle size={20} />} role="status">
      <ul className={classes.conflicts}>
        {conflicts.map(({ promotion_id, name, date_to, shared }) => (
          <li key={promotion_id}>
            {t(date_to ? 'conflict.until' : 'conflict.always', {
              on:
                shared.length > 0 ? shared.slice(0, 3).map(nameOf).join(', ') : t('conflict.same'),
              name,
              date: date_to ? day(date_to) : '',
            })}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

type BrokenProps = { query: { error: Error | null; refetch: () => Promise<unknown> } }

function Broken({ query }: BrokenProps) {
  const t = useText('promotions')
  return (
    <ErrorCard
      what={t('single')}
      error={query.error}
      sentence={problemSentence(query.error)}
      onRetry={() => void query.refetch()}
    />
  )
}
