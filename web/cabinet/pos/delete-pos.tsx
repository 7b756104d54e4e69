/** Deleting a point of sale; one that has receipts can only be hidden, and that is offered. */
import { Button, Stack, Text } from '@mantine/core'
import { ApiProblem } from '../../api/call.ts'
import type { Organization } from '../../shell/organizations.ts'
import type { Point } from '../../shell/points.ts'
import { toast } from '../../shell/toasts.tsx'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ConfirmDanger } from '../../ui/confirm-danger.tsx'
import { useDeletePos, useSetVisible } from './queries.ts'

type Props = { organization: Organization; point: Point | undefined; onClose: () => void }

export function DeletePos({ organization, point, onClose }: Props) {
  const t = useText('pos')
  const remove = useDeletePos(organization.id)
  const hide = useSetVisible(organization.id)
  const inUse = remove.error instanceof ApiProblem && remove.error.code === 'in_use'
  const close = () => {
    remove.reset()
    onClose()
  }
  const confirm = () =>
    point &&
    remove.mutate(point.id, {
      onSuccess() {
        toast.done(t('delete.done'))
        close()
      },
    })
  const hideInstead = () =>
    point &&
    hide.mutate(
      { pos_id: point.id, visible: false },
      {
        onSuccess() {
          toast.done(t('visible.hidden'))
          close()
        },
        onError: (error) => toast.problem(error),
      },
    )
  return (
    <ConfirmDanger
      opened={point !== undefined}
      onClose={close}
      title={t('delete.title', { name: point?.name ?? '' })}
      verb={t('delete.verb')}
      onConfirm={confirm}
      pending={remove.isPending}
      error={
        remove.error ? (inUse ? t('delete.in_use') : problemSentence(remove.error)) : undefined
      }
    >
      <Stack gap="sm" align="flex-start">
        <Text>{t('delete.text')}</Text>
        {inUse ? (
          <Button variant="light" onClick={hideInstead} loading={hide.isPending}>
            {t('delete.hide')}
          </Button>
        ) : null}
      </Stack>
    </ConfirmDanger>
  )
}
