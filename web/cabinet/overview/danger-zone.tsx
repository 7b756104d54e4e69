/** Deleting the organization: its effect in numbers, and its name typed by hand. */
import { Button, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { queryClient } from '../../api/query-client.ts'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { forgetOrganization } from '../../shell/session.ts'
import { toast } from '../../shell/toasts.tsx'
import { counted } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ConfirmDanger } from '../../ui/confirm-danger.tsx'
import classes from './overview.module.css'
import { dashboardQuery, useDeleteOrganization } from './queries.ts'

export function DangerZone({ organization }: { organization: Organization }) {
  const t = useText('overview')
  const navigate = useNavigate()
  const [asking, dialog] = useDisclosure()
  const remove = useDeleteOrganization(organization.id)
  const { name, stats_brief } = organization
  const owed = useQuery({ ...dashboardQuery(organization.id, {}), enabled: asking })
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess() {
        forgetOrganization()
        toast.done(t('danger.done', { name }))
        void navigate({ href: paths.organizations })
        void queryClient.invalidateQueries({ queryKey: ['organizations'] })
      },
    })
  return (
    <section className={classes.danger}>
      <Stack gap="sm" align="flex-start">
        <Title order={2} size="h3">
          {t('danger.title')}
        </Title>
        <Text c="dimmed">{t('danger.text')}</Text>
        <Button color="kalyna" variant="outline" onClick={dialog.open}>
          {t('danger.delete')}
        </Button>
      </Stack>
      <ConfirmDanger
        opened={asking}
        onClose={dialog.close}
        title={t('danger.confirm.title', { name })}
        verb={t('danger.delete')}
        type_name={name}
        pending={remove.isPending}
        error={remove.error ? problemSentence(remove.error) : undefined}
        onConfirm={confirm}
      >
        <Stack gap="xs">
          <Text fw={560}>
            {t('danger.confirm.effect', {
              pos: counted('pos', stats_brief.pos_count),
              buyers: counted('buyer', stats_brief.buyers_count),
              bonuses: counted('bonus', owed.data?.liability.balance ?? 0),
            })}
          </Text>
          <Text c="dimmed">{t('danger.confirm.text')}</Text>
        </Stack>
      </ConfirmDanger>
    </section>
  )
}
