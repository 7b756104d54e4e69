/** How it will look in both messengers, with the figures of a real buyer when one is named. */
import { Button, Group, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { normalizePhone } from '#contract/phone.ts'
import type { Organization } from '../../shell/organizations.ts'
import { toast } from '../../shell/toasts.tsx'
import { fieldSentences, problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ChatPreview } from '../../ui/chat-preview.tsx'
import { PhoneInput } from '../../ui/phone-input.tsx'
import classes from './auto.module.css'
import type { Amount, lookOf } from './values.ts'
import { type Notification, previewQuery, type Tried, useTest } from './queries.ts'

type Props = {
  organization: Organization
  notification: Notification
  /** Null: the standard one. */
  text: string | null
  language: Tried['language']
  /** Given with it, as it is typed. */
  bonus: Amount
  look: ReturnType<typeof lookOf>
}

const PAUSE_MS = 400
const ANYWHERE = { button_leads_to: 'url', button_url: 'https://example.com/' } as const

export function Preview({ organization, notification, text, language, bonus, look }: Props) {
  const t = useText('auto')
  const [typed, setTyped] = useState('')
  const phone = normalizePhone(typed)
  const written = text?.trim() ? text.trim() : null
  const gift = bonus === '' || bonus <= 0 ? null : bonus
  // A place that is still being chosen is none: a preview shows the button's words alone.
  const chosen = look.button_leads_to === 'card' || look.button_product_id !== null
  const pending = look.button_text !== null && !chosen
  const shownLook = pending ? { ...look, ...ANYWHERE } : look
  const [[settled, given]] = useDebouncedValue([written, gift] as const, PAUSE_MS)
  const asked = { text: settled, language, bonus: given, ...shownLook, ...(phone && { phone }) }
  const shown = useQuery(previewQuery(organization.id, notification.code, asked))
  const test = useTest(organization.id, notification.code)
  const problem =
    shown.error && (fieldSentences(shown.error)['text'] ?? problemSentence(shown.error))
  const send = () =>
    phone &&
    test.mutate(
      { text: written, language, bonus: gift, ...look, phone },
      { onSuccess: () => toast.done(t('test.done')), onError: toast.problem },
    )
  return (
    <section aria-label={t('preview')} className={classes.preview}>
      <Group align="flex-start" gap="sm">
        <PhoneInput
          label={t('phone')}
          description={t('phone.hint')}
          className={classes.phone}
          value={typed}
          onChange={setTyped}
        />
        <Button
          variant="default"
          className={classes.test}
          disabled={!phone}
          loading={test.isPending}
          onClick={send}
        >
          {t('test')}
        </Button>
      </Group>
      <Text role="alert" size="sm" c="kalyna">
        {problem ?? ''}
      </Text>
      {shown.data ? (
        <ChatPreview text={shown.data.text} image={look.image} rows={shown.data.buttons} />
      ) : null}
      {shown.data?.buyer ? (
        <Text size="sm" c="dimmed">
          {t('preview.of', { name: shown.data.buyer })}
        </Text>
      ) : null}
    </section>
  )
}
