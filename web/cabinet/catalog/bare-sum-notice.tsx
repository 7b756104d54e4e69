/** Told while minimum prices cannot work: the till sells by a bare sum. */
import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconInfoCircle } from '@tabler/icons-react'
import type { Organization } from '../../shell/organizations.ts'
import { toast } from '../../shell/toasts.tsx'
import { useText } from '../../text/text.ts'
import { categoriesQuery, generalQuery, productsQuery, useSwitchProductsOn } from './queries.ts'

export function BareSumNotice({ organization }: { organization: Organization }) {
  const t = useText('catalog')
  const general = useQuery(generalQuery(organization.id))
  const categories = useQuery(categoriesQuery(organization.id))
  const some = useQuery(productsQuery(organization.id, { limit: 1 }))
  const on = useSwitchProductsOn(organization.id)
  const has = (some.data?.total ?? 0) > 0 || (categories.data?.items.length ?? 0) > 0
  if (!general.data || general.data.products_in_receipt !== 'none' || !has) return null
  const { version } = general.data
  return (
    <Alert mb="md" color="blue" icon={<IconInfoCircle size={20} />}>
      {t('bare.text')}{' '}
      <Button
        size="compact-md"
        variant="default"
        loading={on.isPending}
        onClick={() =>
          on.mutate(version, {
            onSuccess: () => toast.done(t('bare.done')),
            onError: (error) => toast.problem(error),
          })
        }
      >
        {t('bare.on')}
      </Button>
    </Alert>
  )
}
