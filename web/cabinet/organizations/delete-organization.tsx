import { Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { type Organization, organizationsQuery } from '../../shell/organizations.ts'
import { forgetOrganization, lastOrganization } from '../../shell/session.ts'
import { toast } from '../../shell/toasts.tsx'
import { counted } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ConfirmDanger } from '../../ui/confirm-danger.tsx'

type Props = { organization: Organization | undefined; onClose: () => void }

/** Asks for the name before a business with its buyers goes away. */
export function DeleteOrganization({ organization, onClose }: Props) {
  const t = useText('organizations')
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: (organization_id: string) =>
      call('DELETE /api/v1/organizations/{organization_id}', { params: { organization_id } }),
    onSuccess: async (_, organization_id) => {
      if (lastOrganization() === organization_id) forgetOrganization()
      onClose()
      toast.done(t('delete.done'))
      await client.invalidateQueries({ queryKey: organizationsQuery.queryKey })
    },
  })
  const name = organization?.name ?? ''
  return (
    <ConfirmDanger
      opened={organization !== undefined}
      onClose={onClose}
      title={t('delete.title', { name })}
      verb={t('delete.verb')}
      type_name={name}
      pending={remove.isPending}
      onConfirm={() => organization && remove.mutate(organization.id)}
      {...(remove.error ? { error: problemSentence(remove.error) } : undefined)}
    >
      <Text>
        {t('delete.text', {
          pos: counted('pos', organization?.stats_brief.pos_count ?? 0),
          buyers: counted('buyer', organization?.stats_brief.buyers_count ?? 0),
        })}
      </Text>
    </ConfirmDanger>
  )
}
