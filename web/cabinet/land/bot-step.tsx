import { Button, Group, Text } from '@mantine/core'
import { IconRobot } from '@tabler/icons-react'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { useText } from '../../text/text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import classes from './land.module.css'

type Props = { organization: Organization; onDone: (href: string) => void }

/** Leads to where a bot is connected; the program works without one, so this may wait. */
export function BotStep({ organization, onDone }: Props) {
  const t = useText('land')
  return (
    <div className={classes.frame}>
      <EmptyState
        icon={<IconRobot size={32} stroke={1.5} />}
        title={t('bot.title')}
        text={<Text span>{t('bot.text')}</Text>}
        action={
          <Group gap="sm">
            <Button size="lg" onClick={() => onDone(paths.bots(organization.id))}>
              {t('bot.connect')}
            </Button>
            <Button
              size="lg"
              variant="outline"
              onClick={() => onDone(paths.overview(organization.id))}
            >
              {t('bot.done')}
            </Button>
            <Button size="lg" variant="subtle" component="a" href={paths.till} target="_blank">
              {t('bot.till')}
            </Button>
          </Group>
        }
      />
    </div>
  )
}
