/** A picture that belongs to something of an organization: its logo, a product, a promotion. */
import { call } from '../api/call.ts'
import { problemSentence } from '../text/problem.ts'
import { ImageField } from '../ui/image-field.tsx'

type Props = {
  organization_id: string
  label: string
  description?: string
  shape: 'square' | 'wide' | 'whole'
  value: string | null
  onChange: (value: string | null) => void
  error?: string | undefined
}

export function OrganizationImage({ organization_id, ...field }: Props) {
  return (
    <ImageField
      {...field}
      sentence={problemSentence}
      upload={async (file) => {
        const query = { organization_id, shape: field.shape }
        const { url } = await call('POST /api/v1/images', { query, file })
        return url
      }}
    />
  )
}
