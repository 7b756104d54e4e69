/** The buyer's bot to try: choosing an item shows its answer. */
import { useState } from 'react'
import { useWords } from '../site/words.ts'
import { botAnswers } from './bot-answers.ts'
import { Choices } from './choices.tsx'
import { PhonePreview } from './phone-preview.tsx'
import classes from './preview.module.css'

export function ChatBot() {
  const t = useWords('landing')
  const [chosen, choose] = useState<(typeof botAnswers)[number]>('balance')
  return (
    <div className={classes.pair}>
      <Choices
        legend={t('bot.choose')}
        options={botAnswers.map((key) => ({ key, label: t(`bot.${key}`) }))}
        chosen={chosen}
        onChoose={choose}
      />
      <PhonePreview
        title={t('bot.name')}
        label={t('bot.choose')}
        asked={t(`bot.${chosen}`)}
        text={t(`bot.${chosen}.text`)}
      />
    </div>
  )
}
