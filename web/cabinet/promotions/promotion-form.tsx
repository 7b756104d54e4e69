/** The form of a promotion: common fields, what it gives, limits; beside them what it means. */
import { Textarea, TextInput } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PROMOTION_DESCRIPTION_MAX, PROMOTION_NAME_MAX } from '#contract/limits.ts'
import { OrganizationImage } from '../../shell/organization-image.tsx'
import { useStoredForm } from '../../shell/stored-form.tsx'
import { toast } from '../../shell/toasts.tsx'
import { fieldSentences } from '../../text/problem.ts'
import { type Text, type TextKey, useText } from '../../text/text.ts'
import type { Difference } from '../../ui/conflict-dialog.tsx'
import { Section } from '../../ui/section.tsx'
import { Aside } from './aside.tsx'
import { validate } from './checks.ts'
import { type FormData } from './form-parts.tsx'
import { LimitFields } from './limit-fields.tsx'
import { type Promotion, takePromotion } from './queries.ts'
import { RewardFields } from './reward-fields.tsx'
import type { Actions } from './use-actions.tsx'
import { changesOf, newValues, type Tile, toValues, toWire, type Values } from './values.ts'
import { WhenFields } from './when-fields.tsx'

/** A new one has nothing stored but the version nothing has. */
export type StoredPromotion = Promotion | { version: 0 }
const isMade = (stored: StoredPromotion): stored is Promotion => 'effect' in stored

type Props = {
  tile: Tile
  data: FormData
  stored: StoredPromotion
  save: UseMutationResult<StoredPromotion, Error, { version: number }>
  actions?: Actions
}

export function PromotionForm({ tile, data, stored, save, actions }: Props) {
  const t = useText('promotions')
  const promotion = isMade(stored) ? stored : null
  const valuesOf = (of: StoredPromotion) => (isMade(of) ? toValues(of) : newValues(tile))
  const { form, page } = useStoredForm<StoredPromotion, Values>({
    name: `promotion ${promotion?.id ?? `new ${tile}`} ${data.organization.id}`,
    stored,
    toValues: valuesOf,
    validate: (values) => validate(values, t),
    changesOf: (values) => (promotion ? changesOf(values, valuesOf(stored)) : toWire(values)),
    save,
    onSaved: () => promotion && void toast.done(t('saved')),
    take: (fresh) => isMade(fresh) && takePromotion(fresh),
    differencesOf: (mine, theirs) => differencesOf(mine, theirs, t),
    errorsOf: (error) => withoutPrefix(fieldSentences(error)),
  })
  const locked = promotion?.reward_locked ?? false
  return page(
    <>
      <Section title={t('section.what')}>
        <TextInput
          label={t('field.name')}
          withAsterisk
          maxLength={PROMOTION_NAME_MAX}
          {...form.getInputProps('name')}
        />
        <Textarea
          label={t('field.description')}
          autosize
          minRows={2}
          maxLength={PROMOTION_DESCRIPTION_MAX}
          {...form.getInputProps('description')}
        />
        <OrganizationImage
          organization_id={data.organization.id}
          label={t('field.image')}
          shape="wide"
          value={form.values.image}
          onChange={(image) => form.setFieldValue('image', image)}
          error={form.errors['image'] as string | undefined}
        />
      </Section>
      <RewardFields form={form} tile={tile} data={data} locked={locked} />
      <WhenFields form={form} data={data} />
      <LimitFields form={form} tile={tile} />
    </>,
    <Aside form={form} data={data} promotion={promotion} actions={actions} />,
  )
}

/** The server names a field of the effect by its place; here it is one of the inputs. */
const withoutPrefix = (errors: Record<string, ReactNode>) =>
  Object.fromEntries(
    Object.entries(errors).map(([path, text]) => [path.replace(/^effect\./, ''), text]),
  )

function differencesOf(mine: Values, theirs: Values, t: Text<'promotions'>): Difference[] {
  return (Object.keys(mine) as (keyof Values)[])
    .filter((field) => JSON.stringify(mine[field]) !== JSON.stringify(theirs[field]))
    .map((field) => ({
      label: t(`field.${field}` as TextKey<'promotions'>),
      mine: String(mine[field] ?? ''),
      theirs: String(theirs[field] ?? ''),
    }))
}
