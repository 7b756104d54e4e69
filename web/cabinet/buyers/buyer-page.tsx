import { PageHeader } from '../../ui/page-header.tsx'
import { useText } from '../../text/text.ts'

export function BuyerPage() {
  const t = useText('shell')
  return <PageHeader title={t('page.buyer')} />
}
