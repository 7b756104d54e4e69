import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconBuildingStore, IconPlus, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useAddress } from '../../shell/address.ts'
import type { Organization } from '../../shell/organizations.ts'
import { type Point, pointsQuery } from '../../shell/points.ts'
import { WithOrganization } from '../../shell/with-organization.tsx'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorCard } from '../../ui/error-card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { useWords } from '../../ui/words.tsx'
import { DeletePos } from './delete-pos.tsx'
import { PointsList } from './points-list.tsx'
import { PosDrawer } from './pos-drawer.tsx'
import classes from './pos.module.css'

/** A list this short needs no search. */
const SEARCH_FROM = 6

export function PosPage() {
  return (
    <WithOrganization>{(organization) => <Points organization={organization} />}</WithOrganization>
  )
}

function Points({ organization }: { organization: Organization }) {
  const t = useText('pos')
  const shell = useText('shell')
  const [address, change] = useAddress()
  const [deleting, setDeleting] = useState<Point>()
  const points = useQuery(pointsQuery(organization.id))
  const all = points.data?.items ?? []
  const add = (
    <Button
      data-hotkey="new"
      leftSection={<IconPlus size={20} stroke={1.75} />}
      onClick={() => change({ pos: 'new', part: undefined }, { step: true })}
    >
      {t('add')}
    </Button>
  )
  return (
    <>
      <PageHeader title={shell('page.pos')} purpose={t('purpose')} actions={add} />
      {points.isPending ? <TableSkeleton rows={3} /> : null}
      {points.error && !points.data ? (
        <ErrorCard
          what={t('what')}
          error={points.error}
          sentence={problemSentence(points.error)}
          onRetry={() => void points.refetch()}
        />
      ) : null}
      {points.data && all.length === 0 ? (
        <EmptyState
          icon={<IconBuildingStore size={32} stroke={1.5} />}
          title={t('empty.title')}
          text={t('empty.text')}
          action={add}
        />
      ) : null}
      {all.length ? (
        <Found organization={organization} points={all} onDelete={setDeleting} />
      ) : null}
      <PosDrawer
        organization={organization}
        point={all.find((point) => point.id === address.pos)}
        isNew={address.pos === 'new'}
        part={address.part}
        onPart={(part) => change({ part })}
        onOpen={(pos, part) => change({ pos, part })}
        onClose={() => change({ pos: undefined, part: undefined })}
      />
      <DeletePos
        organization={organization}
        point={deleting}
        onClose={() => setDeleting(undefined)}
      />
    </>
  )
}

type FoundProps = {
  organization: Organization
  points: Point[]
  onDelete: (point: Point) => void
}

function Found({ organization, points, onDelete }: FoundProps) {
  const t = useText('pos')
  const { word } = useWords()
  const [address, change] = useAddress()
  const wanted = (address.q ?? '').trim().toLocaleLowerCase()
  const found = points.filter((point) =>
    [point.name, point.address, point.city_name].some((text) =>
      text?.toLocaleLowerCase().includes(wanted),
    ),
  )
  return (
    <>
      {points.length >= SEARCH_FROM || wanted ? (
        <TextInput
          className={classes.search}
          type="search"
          data-search
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={20} stroke={1.75} />}
          value={address.q ?? ''}
          onChange={(event) => change({ q: event.currentTarget.value })}
        />
      ) : null}
      {found.length ? (
        <PointsList
          organization={organization}
          points={found}
          onOpen={(pos, part) => change({ pos, part }, { step: true })}
          onDelete={onDelete}
        />
      ) : (
        <EmptyState
          icon={<IconSearch size={32} stroke={1.5} />}
          title={word('ui.no_match')}
          action={
            <Button variant="default" onClick={() => change({ q: undefined })}>
              {word('ui.reset_filters')}
            </Button>
          }
        />
      )}
    </>
  )
}
