/** The four cards, what they cost, and saving them with the version they were made from. */
import { Alert, Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconAlertTriangle, IconSparkles } from '@tabler/icons-react'
import { useState } from 'react'
import { PageLink } from '../../shell/link.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import type { Point } from '../../shell/points.ts'
import { useStoredForm } from '../../shell/stored-form.tsx'
import { toast } from '../../shell/toasts.tsx'
import { useText } from '../../text/text.ts'
import { monthlyCost } from './cost.ts'
import { CostCard, CostQuestion } from './cost-card.tsx'
import { FlyersCard } from './flyers-card.tsx'
import { differencesOf } from './differences.ts'
import { JoinCard, ProfileCard, PurchaseCard } from './gift-cards.tsx'
import { type Bonuses, type Figures, takeBonuses, useSaveWelcome } from './queries.ts'
import { type GiftValues, allOff, recommended, toValues, toWire, validate } from './values.ts'
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
  // A question is open while there is something to send when it is answered with yes.
  const [asked, setAsked] = useState<{ send: () => void }>()
  const { form, page } = useStoredForm<Bonuses, GiftValues>({
    name: `welcome ${organization.id}`,
    stored,
    toValues: ({ welcome }) => toValues(welcome),
    validate: (values) => validate(values, t),
    changesOf: (values) => ({ welcome: toWire(values, stored.welcome) }),
    save: useSaveWelcome(organization.id),
    onSaved: () => void toast.done(t('saved')),
    confirm(values, send) {
      if (isLarger(values, toValues(stored.welcome))) setAsked({ send })
      else send()
    },
    take: (fresh) => takeBonuses(organization.id, fresh),
    differencesOf: (mine, theirs) => differencesOf(mine, theirs, t),
  })
  const cost = monthlyCost(form.values, figures.newcomers)
  const { currency } = organization
  return (
    <>
      {page(
        <>
          {no_bonuses ? <NoBonuses organization={organization} /> : null}
          {allOff(form.values) ? (
            <Preset onTake={() => form.setValues(recommended(form.values))} />
          ) : null}
          <JoinCard form={form} figures={figures} />
          <ProfileCard form={form} figures={figures} />
          <PurchaseCard form={form} figures={figures} />
          <FlyersCard form={form} figures={figures} points={points} shop={organization.name} />
        </>,
        <CostCard cost={cost} currency={currency} />,
      )}
      <CostQuestion
        opened={asked !== undefined}
        cost={cost}
        currency={currency}
        onClose={() => setAsked(undefined)}
        onConfirm={() => {
          setAsked(undefined)
          asked?.send()
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
