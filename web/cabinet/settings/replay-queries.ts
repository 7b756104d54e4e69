/** Replays of past receipts: started, followed while they run, stopped. */
import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, type AskOf, call } from '../../api/call.ts'
import { type BonusValues, toWire } from './bonus-values.ts'
import type { General } from './queries.ts'

export type ReplayAnswer = AnswerOf<'GET /api/v1/settings/replays/{replay_id}'>
export type ReplayResult = NonNullable<ReplayAnswer['result']>
export type Spending = ReplayAnswer['spending']

const STEP_MS = 700

export const replayQuery = (id: string | null) =>
  queryOptions({
    queryKey: ['replay', id],
    queryFn: ({ signal }) =>
      call('GET /api/v1/settings/replays/{replay_id}', {
        params: { replay_id: id ?? '' },
        signal,
      }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? STEP_MS : false),
  })

type Body = NonNullable<AskOf<'POST /api/v1/settings/replays'>['body']>
/** What is tried out: of either tab of the settings. */
export type Tried = Pick<Body, 'general' | 'bonuses'>

const isWhole = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.values(value).every((part) => part !== '')
    : value !== ''

/** What is in the form of bonuses; what is empty keeps its present value. */
export function triedBonuses(values: BonusValues): Tried {
  const filled = Object.entries(toWire(values)).filter(([, value]) => isWhole(value))
  return { bonuses: Object.fromEntries(filled) }
}

/** Of the general settings only the mode changes what a receipt comes to. */
export const triedMode = (mode: General['mode']): Tried => ({ general: { mode } })

/** The replays that came to an end, newest first. */
export const earlierQuery = (organization_id: string) =>
  queryOptions({
    queryKey: ['replays', organization_id],
    queryFn: async ({ signal }) => {
      const { items } = await call('GET /api/v1/settings/replays', {
        query: { organization_id },
        signal,
      })
      return items.filter(({ result }) => result !== null)
    },
    staleTime: 0,
  })

type Asked = {
  organization_id: string
  tried: Tried
  spending: Spending
  /** null: the shop's own receipts. */
  file: File | null
}

/** Starts a replay of what is in the form, saved or not; answers its id. */
export async function startReplay({ organization_id, tried, spending, file }: Asked) {
  const { id } = await call('POST /api/v1/settings/replays', {
    query: { organization_id },
    body: { ...tried, source: file ? 'file' : 'own', spending },
  })
  if (file) {
    await call('POST /api/v1/settings/replays/{replay_id}/file', {
      params: { replay_id: id },
      query: { file_name: file.name.slice(-200) },
      file,
    })
  }
  return id
}

export const dropReplay = (id: string) =>
  call('DELETE /api/v1/settings/replays/{replay_id}', { params: { replay_id: id } })
