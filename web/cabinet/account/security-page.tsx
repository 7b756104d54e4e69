import { PageHeader } from '../../ui/page-header.tsx'
import { useText } from '../../text/text.ts'

export function SecurityPage() {
  const t = useText('shell')
  return <PageHeader title={t('page.security')} />
}
