/**
 * What the three forms of settings share: only changed fields are sent, with the version they were
 * made from; a stale version opens the question whose values to keep.
 */
import type { FormErrors } from '@mantine/form'
import type { Organization } from '../../shell/organizations.ts'
import { useStoredForm } from '../../shell/stored-form.tsx'
import { toast } from '../../shell/toasts.tsx'
import { number } from '../../text/format.ts'
import { type Text, type TextKey, useText } from '../../text/text.ts'
import type { Difference } from '../../ui/conflict-dialog.tsx'
import { type Group, type Settings, takeSettings, useSaveSettings } from './queries.ts'

type Values = Record<string, unknown>
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

type Given<G extends Group, V extends Values> = {
  group: G
  organization: Organization
  stored: Settings[G]
  /** The stored settings as the inputs hold them. */
  toValues: (stored: Settings[G]) => V
  /** The inputs as the wire wants them. */
  toWire: (values: V) => Values
  validate: (values: V) => FormErrors
}

export function useSettingsForm<G extends Group, V extends Values>(given: Given<G, V>) {
  const { group, organization, stored, toValues, toWire, validate } = given
  const t = useText('settings')
  const { form, page } = useStoredForm<Settings[G], V>({
    name: `settings ${group} ${organization.id}`,
    stored,
    toValues,
    validate,
    changesOf(values) {
      const before = toWire(toValues(stored))
      const changed = Object.entries(toWire(values))
      return Object.fromEntries(changed.filter(([name, value]) => !same(value, before[name])))
    },
    save: useSaveSettings(organization.id, group),
    onSaved: () => void toast.done(t(`saved.${group}`)),
    take: (fresh) => takeSettings(organization.id, group, fresh),
    differencesOf: (mine, theirs) => differencesOf(mine, theirs, t),
  })

  /** The three props of an input of ours, which hand up values instead of events. */
  const field = <K extends keyof V & string>(name: K) => ({
    value: form.values[name],
    onChange: form.getInputProps(name).onChange as (value: V[K]) => void,
    error: form.errors[name],
    onBlur: () => void form.validateField(name as never),
  })
  const label = (name: string) => ({ label: t(`field.${name}` as TextKey<'settings'>) })
  const described = (name: string) => ({
    ...label(name),
    description: t(`field.${name}.hint` as TextKey<'settings'>),
  })
  return { form, page, field, label, described, t }
}

/** The names of options; a value of another field prints as it is. */
const WITH_OPTIONS = new Set([
  'mode',
  'buyer_shown',
  'spend_confirmation',
  'products_in_receipt',
  'cash_rounding',
  'level_base',
  'level_downgrade',
  'accrue_on',
  'accrual_rounding',
  'expiry_mode',
  'spend_step',
  'return_policy',
  'preferred_channel',
])

function differencesOf(mine: Values, theirs: Values, t: Text<'settings'>): Difference[] {
  return Object.keys(mine)
    .filter((name) => !same(mine[name], theirs[name]))
    .map((name) => ({
      label: t(`field.${name}` as TextKey<'settings'>),
      mine: printed(name, mine[name], t),
      theirs: printed(name, theirs[name], t),
    }))
}

function printed(name: string, value: unknown, t: Text<'settings'>): string {
  if (WITH_OPTIONS.has(name)) return t(`option.${name}.${String(value)}` as TextKey<'settings'>)
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (typeof value === 'number') return number(value)
  if (value === '' || value === null) return t('none')
  if (Array.isArray(value)) {
    return value
      .map((one) => (typeof one === 'object' ? levelLine(one as LevelLine) : String(one)))
      .join('; ')
  }
  if (typeof value === 'object') return Object.values(value).join(', ')
  return typeof value === 'string' ? value : ''
}

type LevelLine = { name: string; min_turnover: number; cashback_percent: number }
const levelLine = ({ name, min_turnover, cashback_percent }: LevelLine) =>
  `${name}: ${number(min_turnover)} → ${number(cashback_percent)}\u00a0%`
