/** What is written: the text with its room, a picture, a button. */
import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ButtonLeadsTo as Where } from '#contract/posts.ts'
import { POST_BUTTON_MAX } from '#contract/limits.ts'
import { ButtonLeadsTo, ButtonProduct } from '../../shell/button-leads-to.tsx'
import { OrganizationImage } from '../../shell/organization-image.tsx'
import { number } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { Pair } from '../../ui/section.tsx'

type Content = {
  text: string
  image: string | null
  button_text: string
  button_url: string
  button_leads_to: Where
  button_product_id: string
}
type Props<V extends Content> = {
  form: UseFormReturnType<V>
  organization_id: string
  /** Characters there is room for. */
  room: number
}

export function ContentFields<V extends Content>({ form, organization_id, room }: Props<V>) {
  const t = useText('posts')
  return (
    <>
      <Textarea
        label={t('field.text')}
        withAsterisk
        autosize
        minRows={5}
        maxRows={20}
        description={t('text.hint', { count: number(room) })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.getInputProps('text')}
      />
      <OrganizationImage
        organization_id={organization_id}
        label={t('field.image')}
        shape="whole"
        value={form.values.image}
        onChange={(image) => form.setValues({ image } as Partial<V>)}
        error={form.errors['image'] as string | undefined}
      />
      <Pair>
        <TextInput
          label={t('field.button_text')}
          maxLength={POST_BUTTON_MAX}
          {...form.getInputProps('button_text')}
        />
        <ButtonLeadsTo
          value={form.values.button_leads_to}
          error={form.errors['button_leads_to'] as string | undefined}
          onChange={(changes) => form.setValues(changes as Partial<V>)}
        />
      </Pair>
      {form.values.button_leads_to === 'url' ? (
        <TextInput
          label={t('field.button_url')}
          type="url"
          inputMode="url"
          description={form.errors['button_url'] ? undefined : t('button_url.hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('button_url')}
        />
      ) : null}
      {form.values.button_leads_to === 'product' ? (
        <ButtonProduct
          organization_id={organization_id}
          value={form.values.button_product_id}
          error={form.errors['button_product_id'] as string | undefined}
          onChange={(changes) => form.setValues(changes as Partial<V>)}
        />
      ) : null}
    </>
  )
}
