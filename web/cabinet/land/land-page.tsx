import { Button, Stepper } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { organizationsQuery } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { lastOrganization, rememberOrganization } from '../../shell/session.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ErrorCard } from '../../ui/error-card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { BotStep } from './bot-step.tsx'
import { BusinessStep } from './business-step.tsx'
import { FirstBonusStep } from './first-bonus-step.tsx'
import { type Step, steps, unfinished, useGoTo } from './land.ts'
import classes from './land.module.css'
import { PercentStep } from './percent-step.tsx'

/** Resumes an unfinished launch, else opens the organization worked in last. */
export function LandPage() {
  const t = useText('land')
  const query = useQuery(organizationsQuery)
  if (query.error && !query.data) {
    return (
      <ErrorCard
        what={t('what')}
        error={query.error}
        sentence={problemSentence(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (!query.data) return <FormSkeleton fields={4} />
  const all = query.data.items
  const organization = unfinished(all)
  if (!organization && all.length > 0) {
    const last = all.find((one) => one.id === lastOrganization()) ?? all[0]
    return <Navigate to={paths.overview(last?.id ?? '')} replace />
  }
  const step: Step = organization
    ? organization.onboarding.step === 'done'
      ? 'bot'
      : organization.onboarding.step
    : 'business'
  return <Wizard step={step} organization={organization} />
}

/** A new step is a new place: the focus goes to its heading, as it does after a change of page. */
function useFocusOnChange(step: Step) {
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    document.querySelector<HTMLElement>('#content h1')?.focus()
  }, [step])
}

type WizardProps = { step: Step; organization: ReturnType<typeof unfinished> }

function Wizard({ step, organization }: WizardProps) {
  const t = useText('land')
  const navigate = useNavigate()
  const go = useGoTo(organization)
  const at = steps.indexOf(step)
  useFocusOnChange(step)
  const finish = async (href: string) => {
    if (organization) rememberOrganization(organization.id)
    await go.mutateAsync('done')
    void navigate({ href })
  }
  const skip = () => {
    const next = steps[at + 1]
    if (!organization) void navigate({ href: paths.organizations })
    else if (!next || next === 'business') void finish(paths.overview(organization.id))
    else go.mutate(next)
  }
  return (
    <div className={classes.wizard}>
      <Stepper
        active={at}
        size="sm"
        className={classes.steps}
        aria-label={t('steps.label')}
        allowNextStepsSelect={false}
      >
        {steps.map((one) => (
          <Stepper.Step key={one} label={t(`step.${one}`)} tabIndex={-1} />
        ))}
      </Stepper>
      <p className={classes.where}>{t('step', { step: at + 1, count: steps.length })}</p>
      <PageHeader title={t(`step.${step}`)} document_title={t('title')} key={step} />
      {step === 'business' ? <BusinessStep /> : null}
      {organization && step === 'percent' ? (
        <PercentStep organization={organization} onDone={() => go.mutate('first_bonus')} />
      ) : null}
      {organization && step === 'first_bonus' ? (
        <FirstBonusStep organization={organization} onDone={() => go.mutate('bot')} />
      ) : null}
      {organization && step === 'bot' ? (
        <BotStep organization={organization} onDone={(href) => void finish(href)} />
      ) : null}
      {step === 'bot' ? null : (
        <Button variant="subtle" color="gray" mt="md" onClick={skip} loading={go.isPending}>
          {t('skip')}
        </Button>
      )}
    </div>
  )
}
