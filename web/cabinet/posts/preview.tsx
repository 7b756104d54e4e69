/** A post as a buyer's chat shows it, in both messengers. */
import { Card } from '@mantine/core'
import { useText } from '../../text/text.ts'
import { ChatPreview } from '../../ui/chat-preview.tsx'
import classes from './posts.module.css'

type Shown = { title?: string; text: string; image: string | null; button_text: string }

export function Preview({ button_text, ...shown }: Shown) {
  const t = useText('posts')
  return (
    <Card padding="lg" className={classes.card} component="section" aria-label={t('preview.title')}>
      <h2 className={classes.cardTitle}>{t('preview.title')}</h2>
      <ChatPreview
        {...shown}
        rows={button_text.trim() ? [[button_text]] : []}
        empty={t('preview.empty')}
      />
    </Card>
  )
}
