/** Groups of buyers: choosing one shows what is worth telling it. */
import { useState } from 'react'
import { useWords } from '../site/words.ts'
import { Choices } from './choices.tsx'
import { PhonePreview } from './phone-preview.tsx'
import classes from './preview.module.css'

const groups = ['new', 'regular', 'vip', 'away', 'expiring', 'product'] as const

export function Segments() {
  const t = useWords('landing')
  const [chosen, choose] = useState<(typeof groups)[number]>('away')
  return (
    <div className={classes.pair}>
      <Choices
        legend={t('segments.choose')}
        options={groups.map((key) => ({ key, label: t(`segments.${key}`) }))}
        chosen={chosen}
        onChoose={choose}
      />
      <PhonePreview
        title={t('bot.name')}
        label={t('segments.example')}
        text={t(`segments.${chosen}.text`)}
      />
    </div>
  )
}
