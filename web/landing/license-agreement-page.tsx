import { useVisit } from '../site/site.ts'
import { useWords } from '../site/words.ts'
import { Clauses } from './clauses.tsx'

const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const

export function LicenseAgreementPage() {
  const t = useWords('public')
  const { facts } = useVisit()
  return (
    <Clauses
      title={t('license.title')}
      lead={t('license.version')}
      clauses={numbers.map((number) => ({
        title: t(`license.${number}.title`),
        body: <p>{t(`license.${number}.text`, { days: facts.trial_days })}</p>,
      }))}
    />
  )
}
