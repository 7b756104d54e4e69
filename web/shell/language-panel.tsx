/** The language: a button that says the present one, and a panel with all eight. */
import { Button, Modal, Radio, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconLanguage } from '@tabler/icons-react'
import { type Language, languageIds, languages } from '../text/languages.ts'
import { changeLanguage, useLanguage, useText } from '../text/text.ts'
import classes from './language-panel.module.css'

type Props = {
  /** Where there is no room for the name, the code alone is shown. */
  compact?: boolean
  onChosen?: (language: Language) => void
}

export function LanguageButton({ compact, onChosen }: Props) {
  const t = useText('shell')
  const language = useLanguage()
  const [opened, { open, close }] = useDisclosure()
  const { name, code } = languages[language]
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        h={44}
        px={compact ? 'xs' : 'sm'}
        fw={400}
        leftSection={<IconLanguage size={20} stroke={1.75} />}
        onClick={open}
      >
        {compact ? (
          <>
            <span className="v-sr">{t('language.button', { name })} · </span>
            {code}
          </>
        ) : (
          t('language.button', { name })
        )}
      </Button>
      <Modal opened={opened} onClose={close} title={t('language.title')} size={400}>
        <LanguageRows
          onChosen={(chosen) => {
            close()
            onChosen?.(chosen)
          }}
        />
      </Modal>
    </>
  )
}

function LanguageRows({ onChosen }: { onChosen: (language: Language) => void }) {
  const t = useText('shell')
  const language = useLanguage()
  const choose = (value: string) => {
    void changeLanguage(value as Language).then(() => onChosen(value as Language))
  }
  return (
    <Radio.Group value={language} onChange={choose} aria-label={t('language.title')}>
      <Stack gap={4}>
        {languageIds.map((id) => (
          <label key={id} className={classes.row} data-chosen={id === language || undefined}>
            <Radio
              value={id}
              data-autofocus={id === language || undefined}
              aria-label={languages[id].name}
            />
            <span lang={languages[id].html}>{languages[id].name}</span>
            <span className={classes.code}>{languages[id].code}</span>
          </label>
        ))}
      </Stack>
    </Radio.Group>
  )
}
