/** The four cards, what they cost, and saving them with the version they were made from. */
import { Alert, Button } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { IconAlertTriangle, IconSparkles } from '@tabler/icons-react'
import { useState } from 'react'
import { ApiProblem } from '../../api/call.ts'
import { PageLink } from '../../shell/link.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import type { Point } from '../../shell/points.ts'
import { toast } from '../../shell/toasts.tsx'
import { fieldSentences, problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { FormPage } from '../../ui/form-page.tsx'
import { monthlyCost } from './cost.ts'
import { CostCard, CostQuestion } from './cost-card.tsx'
import { FlyersCard } from './flyers-card.tsx'
import { JoinCard, ProfileCard, PurchaseCard } from './gift-cards.tsx'
import { type Bonuses, type Figures, takeBonuses, useSaveWelcome } from './queries.ts'
import { type GiftValues, allOff, recommended, toValues, toWire, validate } from './values.ts'
import { WelcomeConflict } from './welcome-conflict.tsx'
import classes from './welcome.module.css'

export type GiftForm = UseFormReturnType<GiftValues>

type Props = {
  organization: Organization
  stored: Bonuses
  figures: Figures
  points: Point[]
  /** The program gives discounts only. */
  no_bonuses: boolean
}

/** From this many bonuses on, a gift that grew is asked about. */
const LARGE = 200

export function WelcomeForm({ organization, stored, figures, points, no_bonuses }: Props) {
  const t = useText('welcome')
  const [fresh, setFresh] = useState<Bonuses>()
  const [asking, setAsking] = useState(false)
  const save = useSaveWelcome(organization.id)
  const form = useForm<GiftValues>({
    initialValues: toValues(stored.welcome),
    validate: (values) => validate(values, t),
    validateInputOnBlur: true,
  })
  const cost = monthlyCost(form.values, figures.newcomers)

  const send = (version: number) =>
    save.mutate(
      { version, welcome: toWire(form.values, stored.welcome) },
      {
        onSuccess: () => void toast.done(t('saved')),
        onError(error) {
          const isStale =
            error instanceof ApiProblem && error.code === 'version_conflict' && error.data
          if (isStale) setFresh(error.data as Bonuses)
          else form.setErrors(fieldSentences(error))
        },
      },
    )

  return (
    <>
      <FormPage
        dirty={form.isDirty()}
        pending={save.isPending}
        onSubmit={form.onSubmit((values) =>
          isLarger(values, toValues(stored.welcome)) ? setAsking(true) : send(stored.version),
        )}
        onReset={() => {
          form.reset()
          save.reset()
        }}
        aside={<CostCard cost={cost} currency={organization.currency} />}
        {...(save.error && !fresh ? { error: problemSentence(save.error) } : {})}
      >
        {no_bonuses ? <NoBonuses organization={organization} /> : null}
        {allOff(form.values) ? (
          <Preset onTake={() => form.setValues(recommended(form.values))} />
        ) : null}
        <JoinCard form={form} figures={figures} />
        <ProfileCard form={form} figures={figures} />
        <PurchaseCard form={form} figures={figures} currency={organization.currency} />
        <FlyersCard form={form} figures={figures} points={points} shop={organization.name} />
      </FormPage>
      <CostQuestion
        opened={asking}
        cost={cost}
        currency={organization.currency}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          send(stored.version)
        }}
      />
      <WelcomeConflict
        mine={form.values}
        fresh={fresh}
        pending={save.isPending}
        onClose={() => setFresh(undefined)}
        onOverwrite={(version) => {
          setFresh(undefined)
          send(version)
        }}
        onTake={(theirs) => {
          setFresh(undefined)
          form.reset()
          takeBonuses(organization.id, theirs)
        }}
      />
    </>
  )
}

function isLarger(values: GiftValues, before: GiftValues): boolean {
  return (['on_join', 'profile_complete', 'first_purchase'] as const).some((card) => {
    const [now, then] = [values[card], before[card]]
    return now.on && Number(now.amount) > LARGE && (!then.on || now.amount > then.amount)
  })
}

function Preset({ onTake }: { onTake: () => void }) {
  const t = useText('welcome')
  return (
    <div className={classes.preset}>
      <p>{t('preset.text')}</p>
      <Button leftSection={<IconSparkles size={20} stroke={1.75} />} onClick={onTake}>
        {t('preset.take')}
      </Button>
    </div>
  )
}

function NoBonuses({ organization }: { organization: Organization }) {
  const t = useText('welcome')
  return (
    <Alert color="honey" icon={<IconAlertTriangle size={20} />} title={t('no_bonuses.title')}>
      <p className={classes.alert}>{t('no_bonuses.text')}</p>
      <Button
        component={PageLink}
        variant="default"
        size="sm"
        href={`${paths.settings(organization.id)}?tab=general`}
      >
        {t('no_bonuses.open')}
      </Button>
    </Alert>
  )
}
