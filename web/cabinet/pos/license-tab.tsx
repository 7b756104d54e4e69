/** The license of one point: assign a free one, or take it off after a question. */
import { Button, Group, Select, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PageLink } from '../../shell/link.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import type { Point } from '../../shell/points.ts'
import { toast } from '../../shell/toasts.tsx'
import { date } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ConfirmDanger } from '../../ui/confirm-danger.tsx'
import { ErrorCard } from '../../ui/error-card.tsx'
import { LicenseBadge } from './license-badge.tsx'
import { licensesQuery, useSetLicense } from './queries.ts'

type Props = { organization: Organization; point: Point }

export function LicenseTab({ organization, point }: Props) {
  const t = useText('pos')
  return (
    <Stack gap="lg">
      <Stack gap="xs" align="flex-start">
        <Title order={3} size="h4">
          {t('license.now')}
        </Title>
        <LicenseBadge license={point.license} zone={organization.timezone} />
        <Text c="dimmed">{t(`license.text.${point.license?.state ?? 'none'}`)}</Text>
      </Stack>
      {point.license_id ? (
        <RemoveLicense organization={organization} point={point} />
      ) : (
        <AssignLicense organization={organization} point={point} />
      )}
      <PageLink href={paths.licenses(organization.id)}>{t('license.buy')}</PageLink>
    </Stack>
  )
}

function RemoveLicense({ organization, point }: Props) {
  const t = useText('pos')
  const [asking, setAsking] = useState(false)
  const set = useSetLicense(organization.id, point.id)
  return (
    <>
      <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setAsking(true)}>
        {t('license.remove')}
      </Button>
      <ConfirmDanger
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('license.remove.title', { name: point.name })}
        verb={t('license.remove')}
        pending={set.isPending}
        error={set.error ? problemSentence(set.error) : undefined}
        onConfirm={() =>
          set.mutate(null, {
            onSuccess() {
              setAsking(false)
              toast.done(t('license.removed'))
            },
          })
        }
      >
        {t('license.remove.text')}
      </ConfirmDanger>
    </>
  )
}

function AssignLicense({ organization, point }: Props) {
  const t = useText('pos')
  const licenses = useQuery(licensesQuery(organization.id))
  const [chosen, setChosen] = useState<string | null>(null)
  const set = useSetLicense(organization.id, point.id)
  if (licenses.isPending) return <Skeleton h={70} />
  if (licenses.error) {
    return (
      <ErrorCard
        what={t('license.what')}
        error={licenses.error}
        sentence={problemSentence(licenses.error)}
        onRetry={() => void licenses.refetch()}
      />
    )
  }
  const free = licenses.data.items.filter((license) => !license.pos_id && license.state !== 'none')
  if (free.length === 0) return <Text>{t('license.no_free')}</Text>
  const id = chosen ?? free[0]?.id ?? null
  return (
    <Stack gap="md">
      <Select
        label={t('license.choose')}
        allowDeselect={false}
        value={id}
        onChange={setChosen}
        data={free.map((license) => ({
          value: license.id,
          label: t(license.status === 'trial' ? 'license.option.trial' : 'license.option.paid', {
            date: date(license.expires_at, organization.timezone),
          }),
        }))}
        error={set.error ? problemSentence(set.error) : undefined}
      />
      <Group>
        <Button
          loading={set.isPending}
          onClick={() =>
            set.mutate(id, { onSuccess: () => void toast.done(t('license.assigned')) })
          }
        >
          {t('license.assign')}
        </Button>
      </Group>
    </Stack>
  )
}
