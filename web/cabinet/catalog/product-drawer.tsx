/** One product beside the list. */
import { Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Organization } from '../../shell/organizations.ts'
import { toast } from '../../shell/toasts.tsx'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ConfirmDanger } from '../../ui/confirm-danger.tsx'
import { ErrorCard } from '../../ui/error-card.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { ProductForm } from './product-form.tsx'
import { type Product, productQuery, useDeleteProduct } from './queries.ts'

type Props = { organization: Organization; id: string | undefined; onClose: () => void }

export function ProductDrawer({ organization, id, onClose }: Props) {
  const t = useText('catalog')
  const known = id !== undefined && id !== 'new'
  const query = useQuery({ ...productQuery(id ?? ''), enabled: known })
  const [doomed, setDoomed] = useState<Product>()
  const product = known ? query.data : undefined
  return (
    <>
      <Drawer
        opened={id !== undefined}
        onClose={onClose}
        size={560}
        title={known ? (product?.name ?? '') : t('form.new')}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        {known && query.isPending ? <TableSkeleton rows={6} /> : null}
        {known && query.error ? (
          <ErrorCard
            what={t('what')}
            error={query.error}
            sentence={problemSentence(query.error)}
            onRetry={() => void query.refetch()}
          />
        ) : null}
        {id === 'new' || product ? (
          <ProductForm
            key={id}
            organization={organization}
            product={product}
            onSaved={onClose}
            onDelete={() => setDoomed(product)}
          />
        ) : null}
      </Drawer>
      <DeleteProduct
        organization={organization}
        product={doomed}
        onClose={() => setDoomed(undefined)}
        onDeleted={onClose}
      />
    </>
  )
}

type DeleteProps = {
  organization: Organization
  product: Product | undefined
  onClose: () => void
  onDeleted: () => void
}

function DeleteProduct({ organization, product, onClose, onDeleted }: DeleteProps) {
  const t = useText('catalog')
  const remove = useDeleteProduct(organization.id)
  const confirm = () =>
    product &&
    remove.mutate(product.id, {
      onSuccess() {
        toast.done(t('delete.done'))
        onClose()
        onDeleted()
      },
    })
  return (
    <ConfirmDanger
      opened={product !== undefined}
      onClose={onClose}
      title={t('delete.title', { name: product?.name ?? '' })}
      verb={t('delete.verb')}
      onConfirm={confirm}
      pending={remove.isPending}
      {...(remove.error && { error: problemSentence(remove.error) })}
    >
      {t('delete.text')}
    </ConfirmDanger>
  )
}
