/** How long bonuses of each origin live, where they do not live as any other. */
import { Text } from '@mantine/core'
import { useText } from '../../text/text.ts'
import { type BonusForm, bind } from './bind.ts'
import { WholeInput } from '../../ui/whole-input.tsx'
import { Pair, Section } from '../../ui/section.tsx'

const FIELDS = [
  'birthday_lifetime_days',
  'referral_lifetime_days',
  'promotion_lifetime_days',
  'manual_lifetime_days',
] as const

export function LifetimeFields({ form }: { form: BonusForm }) {
  const t = useText('settings')
  return (
    <Section title={t('section.lifetimes')}>
      <Text size="sm" c="dimmed">
        {t('lifetimes.hint')}
      </Text>
      <Pair>
        {FIELDS.map((name) => (
          <WholeInput
            key={name}
            label={t(`field.${name}`)}
            unit={t('unit.days')}
            max={1095}
            {...bind(form, name, form.values[name])}
          />
        ))}
      </Pair>
    </Section>
  )
}
