/** Replays of past receipts: started, followed while they run, stopped. */
import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call } from '../../api/call.ts'
import { type BonusValues, toWire } from './bonus-values.ts'

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

type Asked = {
  organization_id: string
  values: BonusValues
  spending: Spending
  /** null: the shop's own receipts. */
  file: File | null
}

/** Starts a replay of what is in the form, saved or not; answers its id. */
export async function startReplay({ organization_id, values, spending, file }: Asked) {
  // Gifts are not replayed. What is empty keeps its present value.
  const { birthday: _birthday, referral: _referral, ...rules } = toWire(values)
  const bonuses = Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== ''))
  const { id } = await call('POST /api/v1/settings/replays', {
    query: { organization_id },
    body: { bonuses, source: file ? 'file' : 'own', spending },
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
