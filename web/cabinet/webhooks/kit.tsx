/** Where an integrator goes on: the reference, the guides, what can be taken away. */
import { Anchor, Card, Group, Title } from '@mantine/core'
import { kitPath } from '#contract/pos-kit.ts'
import { paths } from '../../shell/paths.ts'
import { useText } from '../../text/text.ts'

const links = [
  ['kit.reference', paths.pos_api],
  ['kit.guides', paths.developers],
  ['kit.postman', kitPath('packages/pos-collections/postman.json')],
  ['kit.bruno', kitPath('packages/pos-collections/bruno.json')],
] as const

export function Kit() {
  const t = useText('webhooks')
  return (
    <Card component="section">
      <Title order={2} size="h3" mb="sm">
        {t('kit.title')}
      </Title>
      <Group gap="lg">
        {links.map(([label, href]) => (
          <Anchor key={label} href={href}>
            {t(label)}
          </Anchor>
        ))}
      </Group>
    </Card>
  )
}
