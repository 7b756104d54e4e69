/** Freezing a cashier: what it ends is told in numbers before it is done. */
import { Skeleton } from '@mantine/core'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import type { Organization } from '../../shell/organizations.ts'
import { toast } from '../../shell/toasts.tsx'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ConfirmDanger } from '../../ui/confirm-danger.tsx'

type Props = {
  organization: Organization
  cashier: { id: string; name: string }
  onClose: () => void
}

const freezeQuery = (organization_id: string, cashier_id: string) =>
  queryOptions({
    queryKey: ['freeze', organization_id, cashier_id],
    queryFn: ({ signal }) =>
      call('GET /api/v1/anomalies/freeze/{cashier_id}', {
        params: { cashier_id },
        query: { organization_id },
        signal,
      }),
    // Numbers are true for the moment they were read in.
    staleTime: 0,
    gcTime: 0,
  })

export function FreezeDialog({ organization, cashier, onClose }: Props) {
  const t = useText('audit')
  const effect = useQuery(freezeQuery(organization.id, cashier.id))
  const freeze = useMutation({
    mutationFn: () =>
      call('POST /api/v1/pos/update-cash-register-user', {
        body: { id: cashier.id, enabled: false },
      }),
    async onSuccess() {
      toast.done(t('freeze.done'))
      onClose()
      await Promise.all(
        [['anomalies', organization.id], ['cashiers']].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      )
    },
  })
  const { data } = effect
  const failed = freeze.error ?? effect.error
  return (
    <ConfirmDanger
      opened
      onClose={onClose}
      title={t('freeze.title', { name: cashier.name })}
      verb={t('freeze')}
      pending={freeze.isPending}
      {...(failed && { error: problemSentence(failed) })}
      onConfirm={() => freeze.mutate()}
    >
      {data ? (
        <>
          <p>{t('freeze.sessions', { count: data.sessions })}</p>
          <p>{t('freeze.receipts', { count: data.receipts_today })}</p>
          <p>{data.others > 0 ? t('freeze.others', { count: data.others }) : t('freeze.alone')}</p>
        </>
      ) : (
        <Skeleton h={72} />
      )}
      <p>{t('freeze.back')}</p>
    </ConfirmDanger>
  )
}
