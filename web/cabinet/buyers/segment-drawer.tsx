/** The builder beside the list: ready segments, saved ones, conditions with a live count. */
import { ActionIcon, Button, Drawer, Group, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Organization } from '../../shell/organizations.ts'
import { type Chosen, emptyFilter, type Filter, isEmpty } from '../../shell/segments/filter.ts'
import { FilterEditor } from '../../shell/segments/filter-editor.tsx'
import { LiveCount } from '../../shell/segments/live-count.tsx'
import { type Segment, segmentsQuery, useSaveSegment } from '../../shell/segments/queries.ts'
import { toast } from '../../shell/toasts.tsx'
import { number } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { ConfirmDanger } from '../../ui/confirm-danger.tsx'
import classes from './buyers.module.css'
import { SaveSegment } from './save-segment.tsx'

type Props = {
  organization: Organization
  opened: boolean
  chosen: Chosen | undefined
  onClose: () => void
  onChoose: (chosen: Chosen | undefined) => void
}

export function SegmentDrawer(props: Props) {
  const t = useText('segments')
  return (
    <Drawer
      opened={props.opened}
      onClose={props.onClose}
      size={640}
      title={t('drawer')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Builder {...props} />
    </Drawer>
  )
}

function Builder({ organization, chosen, onClose, onChoose }: Props) {
  const t = useText('segments')
  const { data } = useQuery(segmentsQuery(organization.id))
  const saved = data?.items ?? []
  const presets = data?.presets ?? []
  const start = (): Filter => {
    if (chosen === undefined) return emptyFilter
    if ('filter' in chosen) return chosen.filter
    if ('preset' in chosen)
      return presets.find(({ code }) => code === chosen.preset)?.filter ?? emptyFilter
    return saved.find(({ id }) => id === chosen.segment_id)?.filter ?? emptyFilter
  }
  const [filter, setFilter] = useState(start)
  const [saving, setSaving] = useState(false)
  const show = (next: Chosen | undefined) => {
    onChoose(next)
    onClose()
  }
  return (
    <div className={classes.builder}>
      <Saved organization={organization} saved={saved} onChoose={show} />
      <section className={classes.ready}>
        <Title order={3}>{t('ready')}</Title>
        <div className={classes.cards}>
          {presets.map(({ code }) => (
            <button
              key={code}
              type="button"
              className={classes.preset}
              onClick={() => show({ preset: code })}
            >
              <strong>{t(`preset.${code}`)}</strong>
              <span>{t(`preset.${code}.text`)}</span>
            </button>
          ))}
        </div>
      </section>
      <section className={classes.ready}>
        <Title order={3}>{t('conditions')}</Title>
        <FilterEditor organization_id={organization.id} value={filter} onChange={setFilter} />
      </section>
      <footer className={classes.builder_foot}>
        <LiveCount organization_id={organization.id} filter={filter} />
        <Group gap="sm">
          <Button variant="default" disabled={isEmpty(filter)} onClick={() => setSaving(true)}>
            {t('save')}
          </Button>
          <Button onClick={() => show(isEmpty(filter) ? undefined : { filter })}>
            {t('show')}
          </Button>
        </Group>
      </footer>
      <SaveSegment
        organization={organization}
        opened={saving}
        filter={filter}
        onClose={() => setSaving(false)}
        onSaved={(segment_id) => show({ segment_id })}
      />
    </div>
  )
}

type SavedProps = {
  organization: Organization
  saved: Segment[]
  onChoose: (chosen: Chosen | undefined) => void
}

function Saved({ organization, saved, onChoose }: SavedProps) {
  const t = useText('segments')
  const [doomed, setDoomed] = useState<Segment>()
  const change = useSaveSegment(organization.id)
  if (saved.length === 0) return null
  return (
    <section className={classes.ready}>
      <Title order={3}>{t('saved')}</Title>
      <ul className={classes.saved}>
        {saved.map((segment) => (
          <li key={segment.id}>
            <Button variant="subtle" onClick={() => onChoose({ segment_id: segment.id })}>
              {segment.name}
            </Button>
            <span className={classes.muted}>
              {segment.buyers === null ? '—' : number(segment.buyers)}
              {segment.mode === 'frozen' ? ` · ${t('frozen')}` : ''}
            </span>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              aria-label={t('delete', { name: segment.name })}
              onClick={() => setDoomed(segment)}
            >
              <IconTrash size={20} stroke={1.75} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <ConfirmDanger
        opened={doomed !== undefined}
        onClose={() => setDoomed(undefined)}
        title={t('delete', { name: doomed?.name ?? '' })}
        verb={t('delete.verb')}
        pending={change.isPending}
        {...(change.error && { error: problemSentence(change.error) })}
        onConfirm={() =>
          change.mutate(
            { action: 'delete', segment: { id: doomed?.id } },
            {
              onSuccess() {
                toast.done(t('delete.done'))
                setDoomed(undefined)
                onChoose(undefined)
              },
            },
          )
        }
      >
        {t('delete.text')}
      </ConfirmDanger>
    </section>
  )
}
