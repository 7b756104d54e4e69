/** A quiet reminder; an unconfirmed address blocks nothing but payments and mass mailings. */
import { Alert, Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconMail } from '@tabler/icons-react'
import { call } from '../api/call.ts'
import { useText } from '../text/text.ts'
import { useProfile } from './profile.ts'
import { toast } from './toasts.tsx'

export function ConfirmEmailBanner() {
  const t = useText('shell')
  const profile = useProfile()
  const resend = useMutation({
    mutationFn: () => call('POST /api/v1/user/resend_confirmation', {}),
    onSuccess: () => toast.done(t('confirm_email.sent')),
    onError: toast.problem,
  })
  if (!profile || profile.email_confirmed) return null
  return (
    <Alert color="blue" variant="light" radius="lg" mb="lg" py="xs" icon={<IconMail />}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t('confirm_email.banner', { email: profile.email })}</Text>
        <Button
          size="compact-sm"
          variant="subtle"
          color="blue"
          loading={resend.isPending}
          disabled={resend.isSuccess}
          onClick={() => resend.mutate()}
        >
          {t('confirm_email.resend')}
        </Button>
      </Group>
    </Alert>
  )
}
