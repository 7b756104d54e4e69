/**
 * Options of reports: what they begin with, how files are written, and what leaves by e-mail. The address names no
 * organization, so the last one is meant, and another one is chosen here.
 */
import { Card, NativeSelect, Radio, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAddress } from '../../shell/address.ts'
import { type Organization, organizationsQuery } from '../../shell/organizations.ts'
import { lastOrganization } from '../../shell/session.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ErrorCard } from '../../ui/error-card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { useChoice } from '../../ui/use-choice.ts'
import { Begin } from './begin-options.tsx'
import { optionsQuery, type ReportOptions, useSaveOptions } from './options-queries.ts'
import { Schedules } from './schedules.tsx'
import classes from './reports.module.css'

export function OptionsPage() {
  const [address] = useAddress()
  const { data, error, refetch } = useQuery(organizationsQuery)
  const t = useText('audit')
  const wanted = address.id ?? lastOrganization()
  const organization = data?.items.find(({ id }) => id === wanted) ?? data?.items[0]
  if (organization) return <Options all={data?.items ?? []} organization={organization} />
  if (!error) return <PageSkeleton />
  return (
    <ErrorCard
      what={t('options.what')}
      error={error}
      sentence={problemSentence(error)}
      onRetry={() => void refetch()}
    />
  )
}

type Props = { all: readonly Organization[]; organization: Organization }

function Options({ all, organization }: Props) {
  const t = useText('audit')
  const shell = useText('shell')
  const [, change] = useAddress()
  const query = useQuery(optionsQuery(organization.id))
  return (
    <>
      <PageHeader title={shell('page.report_options')} purpose={t('options.purpose')} />
      <Stack gap="lg" maw={820}>
        {all.length > 1 ? (
          <NativeSelect
            size="md"
            className={classes.filter}
            label={t('options.organization')}
            value={organization.id}
            onChange={(event) => change({ id: event.currentTarget.value })}
            data={all.map(({ id, name }) => ({ value: id, label: name }))}
          />
        ) : null}
        {query.data ? (
          <>
            <Begin organization={organization} options={query.data} />
            <CsvStyle organization={organization} options={query.data} />
            <Schedules key={organization.id} organization={organization} options={query.data} />
          </>
        ) : query.error ? (
          <ErrorCard
            what={t('options.what')}
            error={query.error}
            sentence={problemSentence(query.error)}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <PageSkeleton />
        )}
      </Stack>
    </>
  )
}

const STYLES = ['semicolon', 'comma', 'tab'] as const

function CsvStyle({
  organization,
  options,
}: {
  organization: Organization
  options: ReportOptions
}) {
  const t = useText('audit')
  const save = useSaveOptions(organization.id, options)
  const [shown, choose] = useChoice({ csv_style: options.csv_style })
  return (
    <Card component="section">
      <Title order={2} size="h3" mb="sm">
        {t('options.csv')}
      </Title>
      <Radio.Group
        aria-label={t('options.csv')}
        value={shown.csv_style}
        onChange={(value) => {
          const csv_style = STYLES.find((one) => one === value)
          if (csv_style) choose({ csv_style }, save.mutateAsync({ csv_style }))
        }}
      >
        <Stack gap="sm">
          {STYLES.map((style) => (
            <Radio key={style} value={style} label={t(`options.csv.${style}`)} />
          ))}
        </Stack>
      </Radio.Group>
    </Card>
  )
}
