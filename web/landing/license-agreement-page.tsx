import { TRIAL_DAYS } from '#contract/limits.ts'
import { useText } from '../text/text.ts'
import { Clauses } from './clauses.tsx'

const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const

export function LicenseAgreementPage() {
  const t = useText('public')
  return (
    <Clauses
      title={t('license.title')}
      lead={t('license.version')}
      clauses={numbers.map((number) => ({
        title: t(`license.${number}.title`),
        text: t(`license.${number}.text`, { days: TRIAL_DAYS }),
      }))}
    />
  )
}
