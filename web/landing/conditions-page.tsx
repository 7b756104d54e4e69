import { useText } from '../text/text.ts'
import { Clauses } from './clauses.tsx'

const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const

/** What a buyer agrees to; the clauses hold for every shop. */
export function ConditionsPage() {
  const t = useText('public')
  return (
    <Clauses
      title={t('conditions.title')}
      lead={t('conditions.lead')}
      clauses={numbers.map((number) => ({
        title: t(`conditions.${number}.title`),
        text: t(`conditions.${number}.text`),
      }))}
    />
  )
}
