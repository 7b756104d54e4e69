import { Button } from '@mantine/core'
import { IconMapSearch } from '@tabler/icons-react'
import { useText } from '../text/text.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { PageLink } from './link.tsx'
import { paths } from './paths.ts'
import { lastOrganization } from './session.ts'

/** What an owner sees at an address that is none of ours, inside the cabinet's frame. */
export function NotFoundPage() {
  const t = useText('shell')
  const organization = lastOrganization()
  return (
    <>
      <PageHeader title={t('not_found.title')} />
      <EmptyState
        icon={<IconMapSearch size={32} stroke={1.5} />}
        title={t('not_found.text')}
        action={
          <Button
            component={PageLink}
            href={organization ? paths.overview(organization) : paths.organizations}
          >
            {t('not_found.back')}
          </Button>
        }
      />
    </>
  )
}
