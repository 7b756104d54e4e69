import { Button } from '@mantine/core'
import { useText } from '../../text/text.ts'
import { importSteps, type ProductImport, type useImportStep } from './queries.ts'

type Props = { found: ProductImport; step: ReturnType<typeof useImportStep> }

/** Forgets the file; nothing of the catalogue has changed by then. */
export function DropButton({ found, step }: Props) {
  const t = useText('catalog')
  return (
    <Button
      variant="subtle"
      color="kalyna"
      onClick={() => step.mutate(() => importSteps.drop(found.id))}
    >
      {t('imp.drop')}
    </Button>
  )
}
