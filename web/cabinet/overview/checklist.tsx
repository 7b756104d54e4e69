/** The first steps of a new owner. Each line checks itself from data. */
import { Button, Card, Group, Progress, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconCheck } from '@tabler/icons-react'
import { PageLink } from '../../shell/link.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { pointsQuery } from '../../shell/points.ts'
import { toast } from '../../shell/toasts.tsx'
import { useText } from '../../text/text.ts'
import classes from './overview.module.css'
import { bonusRuleQuery, connectedQuery, useSaveProfile } from './queries.ts'

type Key = 'organization' | 'rule' | 'receipt' | 'bot' | 'qr' | 'cashier' | 'welcome'
type Step = { key: Key; minutes: number; href: string; done: boolean }

type Props = { organization: Organization; hasReceipts: boolean | undefined }

export function Checklist({ organization, hasReceipts }: Props) {
  if (organization.onboarding.checklist_hidden || organization.is_demo) return null
  return <Steps organization={organization} hasReceipts={hasReceipts} />
}

function useSteps(organization: Organization, hasReceipts: boolean): Step[] | undefined {
  const { id, onboarding } = organization
  const points = useQuery(pointsQuery(id))
  const rule = useQuery(bonusRuleQuery(id))
  const connected = useQuery(connectedQuery(id))
  if (!points.data || !rule.data || connected.data === undefined) return undefined
  const cashiers = points.data.items.some((point) => point.cashiers_count > 0)
  const welcomes = rule.data.welcome.some((gift) => gift.on)
  const decided = onboarding.step !== 'percent' || rule.data.version > 1
  return [
    { key: 'organization', minutes: 1, href: paths.profile(id), done: true },
    { key: 'rule', minutes: 1, href: `${paths.settings(id)}?tab=bonuses`, done: decided },
    { key: 'receipt', minutes: 1, href: paths.till, done: hasReceipts },
    { key: 'bot', minutes: 2, href: paths.bots(id), done: connected.data },
    { key: 'qr', minutes: 2, href: paths.bots(id), done: onboarding.qr_printed },
    { key: 'cashier', minutes: 1, href: paths.pos(id), done: cashiers },
    { key: 'welcome', minutes: 1, href: paths.welcome_bonuses(id), done: welcomes },
  ]
}

function Steps({ organization, hasReceipts }: Props) {
  const t = useText('overview')
  const steps = useSteps(organization, hasReceipts ?? false)
  const hide = useSaveProfile(organization.id)
  if (!steps || hasReceipts === undefined) return null
  const done = steps.filter((step) => step.done).length
  if (done === steps.length) return null
  return (
    <Card component="section">
      <Group justify="space-between" gap="sm" mb="xs">
        <Title order={2} size="h3">
          {t('checklist.title')}
        </Title>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          loading={hide.isPending}
          onClick={() =>
            hide.mutate(
              { version: organization.version, onboarding: { checklist_hidden: true } },
              {
                onSuccess: () => void toast.done(t('checklist.hidden')),
                onError: (error) => void toast.problem(error),
              },
            )
          }
        >
          {t('checklist.hide')}
        </Button>
      </Group>
      <Group gap="sm" mb="sm" wrap="nowrap">
        <Progress
          value={(done / steps.length) * 100}
          aria-label={t('checklist.title')}
          style={{ flex: 1 }}
        />
        <Text size="sm" c="dimmed">
          {t('checklist.progress', { done, total: steps.length })}
        </Text>
      </Group>
      <ol className={classes.list}>
        {steps.map((step, index) => (
          <StepLine key={step.key} step={step} number={index + 1} />
        ))}
      </ol>
    </Card>
  )
}

function StepLine({ step, number }: { step: Step; number: number }) {
  const t = useText('overview')
  const { done } = step
  return (
    <li>
      <span
        className={classes.mark}
        data-done={done || undefined}
        role="img"
        aria-label={t(done ? 'checklist.done' : 'checklist.todo')}
      >
        {done ? <IconCheck size={18} stroke={2} /> : number}
      </span>
      <span className={classes.step}>
        <Text span fw={560}>
          {t(`checklist.${step.key}`)}
        </Text>
        <br />
        <span className={classes.note}>
          {t(`checklist.${step.key}.text`)}
          {done ? '' : ` · ${t('checklist.minutes', { count: step.minutes })}`}
        </span>
      </span>
      {done ? null : (
        <Button
          component={PageLink}
          href={step.href}
          variant="light"
          size="compact-md"
          aria-label={`${t('attention.open')}: ${t(`checklist.${step.key}`)}`}
        >
          {t('attention.open')}
        </Button>
      )}
    </li>
  )
}
