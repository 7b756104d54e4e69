import { PageHeader } from '../../ui/page-header.tsx'
import { useText } from '../../text/text.ts'

export function AccountPage() {
  const t = useText('shell')
  return <PageHeader title={t('page.account')} />
}
