/** The owner's own Telegram, in which notices are read: linked by a link of one use. */
import { Button, Group, Text } from '@mantine/core'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { toast } from '../../shell/toasts.tsx'
import { useText } from '../../text/text.ts'

const LOOK_MS = 3_000

const ownerChatQuery = (organization_id: string) =>
  queryOptions({
    queryKey: ['owner_chat', organization_id],
    queryFn: ({ signal }) => call('GET /api/v1/owner-chat', { query: { organization_id }, signal }),
  })

export function OwnerTelegram({ organization_id }: { organization_id: string }) {
  const t = useText('settings')
  const client = useQueryClient()
  const [link, setLink] = useState<string | null>(null)
  const query = { organization_id }
  const chatQuery = ownerChatQuery(organization_id)
  // While the link is out the chat may be linked at any moment, in another window.
  const { data } = useQuery({ ...chatQuery, refetchInterval: link === null ? false : LOOK_MS })
  const ask = useMutation({
    mutationFn: () => call('POST /api/v1/owner-chat', { query }),
    onSuccess: (answer) => setLink(answer.link),
    onError: toast.problem,
  })
  const unlink = useMutation({
    mutationFn: () => call('DELETE /api/v1/owner-chat', { query }),
    onSuccess: async () => {
      toast.done(t('telegram.unlinked'))
      await client.invalidateQueries({ queryKey: chatQuery.queryKey })
    },
    onError: toast.problem,
  })
  if (!data) return null
  const { chat, can_link } = data
  if (chat) {
    if (link !== null) setLink(null)
    return (
      <Group gap="sm">
        <Text size="sm">{t('telegram.on', { name: chat.name, bot: chat.bot })}</Text>
        <Button
          variant="default"
          size="sm"
          loading={unlink.isPending}
          onClick={() => unlink.mutate()}
        >
          {t('telegram.unlink')}
        </Button>
      </Group>
    )
  }
  if (!can_link) return <Text size="sm">{t('telegram.no_bot')}</Text>
  return (
    <Group gap="sm">
      <Text size="sm" role="status">
        {t(link === null ? 'telegram.off' : 'telegram.hint')}
      </Text>
      {link === null ? (
        <Button variant="default" size="sm" loading={ask.isPending} onClick={() => ask.mutate()}>
          {t('telegram.link')}
        </Button>
      ) : (
        <Button component="a" href={link} target="_blank" rel="noreferrer" size="sm">
          {t('telegram.open')}
        </Button>
      )}
    </Group>
  )
}
