import { PageHeader } from '../../ui/page-header.tsx'
import { useText } from '../../text/text.ts'

export function OverviewPage() {
  const t = useText('shell')
  return <PageHeader title={t('page.overview')} />
}
