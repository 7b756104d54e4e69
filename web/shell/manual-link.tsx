/** The «?» in the bar of the cabinet: the chapter of the manual about this very page. */
import { ActionIcon } from '@mantine/core'
import { useMatches } from '@tanstack/react-router'
import { IconHelpCircle } from '@tabler/icons-react'
import { useText } from '../text/text.ts'
import { manualChapters } from './manual-chapters.ts'
import { paths } from './paths.ts'

export function ManualLink() {
  const t = useText('shell')
  const page: string = useMatches().at(-1)?.fullPath ?? ''
  const chapter = manualChapters[page]
  return (
    <ActionIcon
      component="a"
      href={chapter ? `${paths.user_manual}#${chapter}` : paths.user_manual}
      // What is being filled in here must not be lost for reading.
      target="_blank"
      variant="subtle"
      color="gray"
      size={44}
      aria-label={t('manual.open')}
      title={t('manual.open')}
    >
      <IconHelpCircle size={20} stroke={1.75} />
    </ActionIcon>
  )
}
