/** Coming from another program, and taking everything along. */
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { PageLink } from '../../shell/link.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { WithOrganization } from '../../shell/with-organization.tsx'
import { useText } from '../../text/text.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { ArchiveCard } from './archive-card.tsx'
import { ImportReceipts } from './import-receipts.tsx'
import classes from './moving.module.css'

export function MovingPage() {
  return (
    <WithOrganization>{(organization) => <Moving organization={organization} />}</WithOrganization>
  )
}

function Moving({ organization }: { organization: Organization }) {
  const t = useText('moves')
  const shell = useText('shell')
  const { id } = organization
  const kinds = [
    { name: t('in.products'), text: t('in.products.text'), href: paths.min_price(id) },
    { name: t('in.buyers'), text: t('in.buyers.text'), href: paths.buyers(id) },
  ]
  return (
    <>
      <PageHeader title={shell('page.moving')} purpose={t('purpose')} />
      <Stack gap="lg" maw={820}>
        <Card component="section">
          <Title order={2} size="h3">
            {t('in.title')}
          </Title>
          {kinds.map(({ name, text, href }) => (
            <Group key={href} wrap="nowrap" justify="space-between" className={classes.kind}>
              <div>
                <Text fw={560}>{name}</Text>
                <div className={classes.small}>{text}</div>
              </div>
              <Button
                variant="light"
                size="compact-md"
                className={classes.open}
                component={PageLink}
                href={href}
                aria-label={`${t('in.open')}: ${name}`}
              >
                {t('in.open')}
              </Button>
            </Group>
          ))}
          <PastReceipts organization={organization} />
        </Card>
        <ArchiveCard organization={organization} />
      </Stack>
    </>
  )
}

/** The last thing to bring in: receipts find the products and the buyers that came before them. */
function PastReceipts({ organization }: { organization: Organization }) {
  const t = useText('moves')
  const [opened, window] = useDisclosure(false)
  return (
    <div className={classes.kind}>
      <Group wrap="nowrap" justify="space-between">
        <div>
          <Text fw={560}>{t('in.receipts')}</Text>
          <div className={classes.small}>{t('in.receipts.text')}</div>
        </div>
        <Button
          variant="light"
          size="compact-md"
          className={classes.open}
          aria-label={`${t('in.open')}: ${t('in.receipts')}`}
          onClick={window.open}
        >
          {t('in.open')}
        </Button>
      </Group>
      <ImportReceipts organization={organization} opened={opened} onClose={window.close} />
    </div>
  )
}
