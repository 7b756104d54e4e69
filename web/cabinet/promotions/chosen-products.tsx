/** Which products and categories a promotion looks at. A file of its own: many look at the whole receipt. */
import { MultiSelect, TagsInput } from '@mantine/core'
import { useText } from '../../text/text.ts'
import { Pair } from '../../ui/section.tsx'
import type { Form, FormData } from './form-parts.tsx'

type Props = { form: Form; data: FormData; locked: boolean }

export function ChosenProducts({ form, data, locked }: Props) {
  const t = useText('promotions')
  const { products, categories } = choicesOf(data, form.values.products)
  return (
    <Pair>
      <TagsInput
        size="md"
        label={t('field.categories')}
        description={t('field.categories.hint')}
        data={categories}
        disabled={locked}
        maxTags={100}
        {...form.getInputProps('categories')}
        error={form.errors['products']}
      />
      <MultiSelect
        label={t('field.products')}
        description={t(products.length > 0 ? 'field.products.hint' : 'field.products.none')}
        data={products}
        searchable
        clearable
        disabled={locked || products.length === 0}
        nothingFoundMessage={t('field.products.not_found')}
        limit={50}
        {...form.getInputProps('products')}
        error={undefined}
      />
    </Pair>
  )
}

/** The catalogue as choices; what is chosen and not in it any more keeps its code for a name. */
function choicesOf({ products }: FormData, chosen: readonly string[]) {
  const known = products.flatMap(({ barcode, sku, name }) => {
    const value = barcode !== null ? `barcode ${barcode}` : sku !== null ? `sku ${sku}` : null
    return value === null ? [] : [{ value, label: name }]
  })
  const unique = [...new Map(known.map((one) => [one.value, one])).values()]
  const gone = chosen
    .filter((value) => !unique.some((one) => one.value === value))
    .map((value) => ({ value, label: value.slice(value.indexOf(' ') + 1) }))
  const categories = [
    ...new Set(products.flatMap(({ category }) => (category === null ? [] : [category]))),
  ]
  return { products: [...unique, ...gone], categories }
}
