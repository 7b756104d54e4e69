/** The words of a notification: one text for everybody or one for each language. */
import { Button, Group, NativeSelect, Text, Textarea } from '@mantine/core'
import { useRef } from 'react'
import { TEMPLATE_MAX } from '#contract/notification-events.ts'
import { languageIds, languages } from '../../text/languages.ts'
import { currentLanguage, useText } from '../../text/text.ts'
import classes from './auto.module.css'
import type { Notification } from './queries.ts'
import type { Values } from './values.ts'

type Texts = Values['texts']
type Props = {
  notification: Notification
  texts: Texts
  language: keyof Texts
  error: string | undefined
  onLanguage: (language: keyof Texts) => void
  onChange: (texts: Texts) => void
}

export function TemplateFields(props: Props) {
  const { notification, texts, language, error, onLanguage, onChange } = props
  const t = useText('auto')
  const area = useRef<HTMLTextAreaElement>(null)
  const { standard, variables } = notification
  const shown = standard[language === 'all' ? currentLanguage() : language]
  const own = texts[language]
  const write = (text: string) => onChange({ ...texts, [language]: text })
  const insert = (name: string) => {
    const field = area.current
    const text = own ?? shown
    const at = field?.selectionStart ?? text.length
    write(`${text.slice(0, at)}{${name}}${text.slice(field?.selectionEnd ?? at)}`)
    field?.focus()
  }
  return (
    <fieldset className={classes.words}>
      <legend>{t('text')}</legend>
      <NativeSelect
        size="md"
        label={t('language')}
        value={language}
        onChange={({ currentTarget }) => onLanguage(currentTarget.value as keyof Texts)}
        data={[
          { value: 'all', label: t('language.all') },
          ...languageIds.map((id) => ({
            value: id,
            label: texts[id] === undefined ? languages[id].name : `${languages[id].name} ✓`,
          })),
        ]}
      />
      <Textarea
        ref={area}
        label={t(own === undefined ? 'text.standard' : 'text.own')}
        description={t('text.hint', { count: TEMPLATE_MAX })}
        autosize
        minRows={4}
        maxLength={TEMPLATE_MAX}
        value={own ?? shown}
        error={error}
        onChange={({ currentTarget }) => write(currentTarget.value)}
      />
      <div role="group" aria-label={t('variables')} className={classes.chips}>
        {variables.map((name) => (
          <Button key={name} size="compact-sm" variant="default" onClick={() => insert(name)}>
            {`{${name}}`}
          </Button>
        ))}
      </div>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" className={classes.help}>
          {t('variables.hint', {
            fallback: `{${variables[0] ?? 'name'}|…}`,
            forms: `{${variables[2] ?? 'balance'}|1|2|5}`,
          })}
        </Text>
        <Button
          variant="subtle"
          size="sm"
          disabled={own === undefined}
          onClick={() => onChange({ ...texts, [language]: undefined })}
        >
          {t('text.reset')}
        </Button>
      </Group>
    </fieldset>
  )
}
