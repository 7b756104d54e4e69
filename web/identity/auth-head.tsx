/** The head of a sign-in card. */
import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePageTitle } from '../ui/page-header.tsx'

export function AuthHead({ title, lead }: { title: string; lead?: ReactNode }) {
  usePageTitle(title)
  return (
    <header style={{ marginBottom: 24 }}>
      <Title order={1} tabIndex={-1}>
        {title}
      </Title>
      {lead ? (
        <Text c="dimmed" mt={4}>
          {lead}
        </Text>
      ) : null}
    </header>
  )
}
