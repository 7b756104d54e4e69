/** Gives a report what its owner wants reports to begin with; without an answer the usual is kept. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Organization } from '../../shell/organizations.ts'
import { WithOrganization } from '../../shell/with-organization.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { optionsQuery, type ReportOptions } from './options-queries.ts'

export type Kept = Pick<ReportOptions, 'default_period' | 'hidden_columns'> & {
  /** Nothing can be kept by name until it was read what is. */
  options: ReportOptions | undefined
}

type Props = { children: (organization: Organization, kept: Kept) => ReactNode }

export const WithReportOptions = ({ children }: Props) => (
  <WithOrganization>
    {(organization) => <Wait organization={organization}>{children}</Wait>}
  </WithOrganization>
)

function Wait({ organization, children }: Props & { organization: Organization }) {
  const { data, isPending } = useQuery(optionsQuery(organization.id))
  if (isPending) return <PageSkeleton />
  return children(organization, {
    default_period: data?.default_period ?? 'days30',
    hidden_columns: data?.hidden_columns ?? [],
    options: data,
  })
}

/** The columns of a report that are not hidden in the options. */
export const shown = <T extends { accessor: unknown }>(
  report: 'receipts' | 'transactions' | 'period',
  columns: T[],
  { hidden_columns }: Kept,
): T[] => {
  const hidden: string[] = hidden_columns
  return columns.filter(({ accessor }) => !hidden.includes(`${report}.${String(accessor)}`))
}
