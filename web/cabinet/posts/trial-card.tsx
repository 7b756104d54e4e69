/** Sends a post on trial to one subscriber: to the owner's own phone, most often. */
import { Button, Card } from '@mantine/core'
import { useState } from 'react'
import { toast } from '../../shell/toasts.tsx'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { PhoneInput } from '../../ui/phone-input.tsx'
import classes from './posts.module.css'
import { useSend } from './queries.ts'

export function TrialCard({ post_id, disabled }: { post_id: string; disabled: boolean }) {
  const t = useText('posts')
  const [phone, setPhone] = useState('')
  const send = useSend()
  return (
    <Card padding="lg" className={classes.card}>
      <h2 className={classes.cardTitle}>{t('test.title')}</h2>
      <form
        className={classes.card}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send.mutate(
            { id: post_id, test_phone: phone },
            { onSuccess: () => void toast.done(t('test.sent')) },
          )
        }}
      >
        <PhoneInput
          label={t('test.phone')}
          description={t('test.hint')}
          value={phone}
          onChange={setPhone}
          error={send.error ? problemSentence(send.error) : undefined}
        />
        <Button
          type="submit"
          variant="default"
          loading={send.isPending}
          disabled={disabled || phone.trim() === ''}
        >
          {t('test.send')}
        </Button>
      </form>
    </Card>
  )
}
