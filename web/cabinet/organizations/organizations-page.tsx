import { PageHeader } from '../../ui/page-header.tsx'
import { useText } from '../../text/text.ts'

export function OrganizationsPage() {
  const t = useText('shell')
  return <PageHeader title={t('page.organizations')} />
}
