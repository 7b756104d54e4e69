/** The pages of a list; nothing when there is one. */
import { Pagination } from '@mantine/core'
import { useWords } from './words.tsx'

type Props = {
  data: { total: number; limit: number; page: number }
  onChange: (page: number) => void
}

export function PageSwitch({ data: { total, limit, page }, onChange }: Props) {
  const { word } = useWords()
  const pages = Math.ceil(total / limit)
  if (pages <= 1) return null
  return (
    <Pagination
      size="md"
      total={pages}
      value={page}
      onChange={onChange}
      siblings={1}
      getItemProps={(one) => ({ 'aria-label': word('ui.page', { page: one }) })}
      getControlProps={(control) => ({
        'aria-label': word(control === 'next' ? 'ui.page_next' : 'ui.page_previous'),
      })}
    />
  )
}
