/** What is done from the list: adding one buyer, bringing many in, acting on many. Loaded when used. */
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { IconFileImport, IconUserPlus } from '@tabler/icons-react'
import { lazy } from 'react'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { useText } from '../../text/text.ts'
import { WhenOpened } from '../../ui/when-opened.tsx'
import type { Everybody } from './bulk-choice.tsx'
import type { BuyerRow } from './queries.ts'

const BulkDialog = lazy(async () => ({ default: (await import('./bulk-dialog.tsx')).BulkDialog }))
const CreateBuyer = lazy(async () => ({
  default: (await import('./create-buyer.tsx')).CreateBuyer,
}))
const ImportBuyers = lazy(async () => ({
  default: (await import('./import-buyers.tsx')).ImportBuyers,
}))

type ActionsProps = {
  organization: Organization
  adding: boolean
  dialog: { open: () => void; close: () => void }
}

export function ListActions({ organization, adding, dialog }: ActionsProps) {
  const t = useText('buyers')
  const navigate = useNavigate()
  const [importing, wizard] = useDisclosure()
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileImport size={20} stroke={1.75} />}
        onClick={wizard.open}
      >
        {t('import')}
      </Button>
      <Button
        leftSection={<IconUserPlus size={20} stroke={1.75} />}
        onClick={dialog.open}
        data-hotkey="new"
      >
        {t('add')}
      </Button>
      <WhenOpened opened={importing}>
        <ImportBuyers organization={organization} opened={importing} onClose={wizard.close} />
      </WhenOpened>
      <WhenOpened opened={adding}>
        <CreateBuyer
          organization={organization}
          opened={adding}
          onClose={dialog.close}
          onCreated={(buyer_id) =>
            void navigate({ href: paths.buyer_by_id(organization.id, buyer_id) })
          }
        />
      </WhenOpened>
    </>
  )
}

type BulkProps = {
  organization: Organization
  ticked: BuyerRow[]
  everybody: Everybody
  onDone: () => void
}

export function BulkButton({ organization, ticked, everybody, onDone }: BulkProps) {
  const t = useText('buyers')
  const [acting, bulk] = useDisclosure()
  return (
    <>
      <Button
        variant="default"
        disabled={ticked.length === 0 && !everybody?.total}
        onClick={bulk.open}
      >
        {t('bulk.open')}
        {ticked.length > 0 ? ` · ${ticked.length}` : ''}
      </Button>
      <WhenOpened opened={acting}>
        <BulkDialog
          organization={organization}
          chosen={ticked.map(({ id }) => id)}
          everybody={everybody}
          opened={acting}
          onClose={() => {
            onDone()
            bulk.close()
          }}
        />
      </WhenOpened>
    </>
  )
}
