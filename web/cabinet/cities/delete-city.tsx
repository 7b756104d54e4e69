import { Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiProblem, call } from '../../api/call.ts'
import { citiesQuery } from '../../shell/city-select.tsx'
import { toast } from '../../shell/toasts.tsx'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ConfirmDanger } from '../../ui/confirm-danger.tsx'
import type { City } from './cities-page.tsx'

type Props = { city: City | undefined; onClose: () => void }

export function DeleteCity({ city, onClose }: Props) {
  const t = useText('cities')
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: (city_id: string) =>
      call('DELETE /api/v1/locations/cities/{city_id}', { params: { city_id } }),
    onSuccess: async () => {
      toast.done(t('delete.done'))
      onClose()
      await client.invalidateQueries({ queryKey: citiesQuery.queryKey })
    },
  })
  const used = remove.error instanceof ApiProblem && remove.error.code === 'in_use'
  const sentence = used
    ? t('delete.used', { count: city?.organizations_count ?? 0 })
    : problemSentence(remove.error)
  return (
    <ConfirmDanger
      opened={city !== undefined}
      onClose={() => {
        remove.reset()
        onClose()
      }}
      title={t('delete.title', { name: city?.name ?? '' })}
      verb={t('delete.verb')}
      pending={remove.isPending}
      onConfirm={() => city && remove.mutate(city.id)}
      {...(remove.error ? { error: sentence } : undefined)}
    >
      <Text>{t('delete.text')}</Text>
    </ConfirmDanger>
  )
}
