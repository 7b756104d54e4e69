/** A gift around the birthday: bonuses, or a larger first earning; once a calendar year. */
import { useText } from '../../text/text.ts'
import { MoneyInput } from '../../ui/money-input.tsx'
import { type BonusForm, bind } from './bind.ts'
import { WholeInput } from '../../ui/whole-input.tsx'
import { Choice, Toggle } from '../../ui/choices.tsx'
import { Pair, Section } from '../../ui/section.tsx'

const REWARDS = ['amount', 'multiplier'] as const

export function BirthdayFields({ form }: { form: BonusForm }) {
  const t = useText('settings')
  const { birthday } = form.values
  return (
    <Section title={t('section.birthday')}>
      <Toggle
        label={t('birthday.on')}
        description={t('birthday.on.hint')}
        {...bind(form, 'birthday.on', birthday.on)}
      />
      {birthday.on ? (
        <>
          <Choice
            label={t('birthday.reward')}
            {...bind(form, 'birthday.reward', birthday.reward)}
            options={REWARDS.map((value) => ({
              value,
              label: t(`birthday.reward.${value}`),
              description: t(`birthday.reward.${value}.hint`),
            }))}
          />
          <Pair>
            {birthday.reward === 'amount' ? (
              <MoneyInput
                label={t('gift.amount')}
                unit="◐"
                {...bind(form, 'birthday.amount', birthday.amount)}
              />
            ) : (
              <MoneyInput
                label={t('birthday.times')}
                unit="×"
                {...bind(form, 'birthday.times', birthday.times)}
              />
            )}
            <WholeInput
              label={t('birthday.days_before')}
              unit={t('unit.days')}
              max={30}
              {...bind(form, 'birthday.days_before', birthday.days_before)}
            />
            <WholeInput
              label={t('birthday.days_after')}
              unit={t('unit.days')}
              max={30}
              {...bind(form, 'birthday.days_after', birthday.days_after)}
            />
          </Pair>
        </>
      ) : null}
    </Section>
  )
}
