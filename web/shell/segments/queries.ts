/** What the builder reads and saves. */
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { type AnswerOf, type AskOf, call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import type { Chosen, Filter } from './filter.ts'

type ResultBody = AskOf<'POST /api/v1/segmentations/segmentation_result'>['body']
export type Result = AnswerOf<'POST /api/v1/segmentations/segmentation_result'>
export type Segment = AnswerOf<'POST /api/v1/segmentations/get_segmentations_list'>['items'][number]
export type Bought =
  AnswerOf<'POST /api/v1/segmentations/get_segmentation_positive_barcodes'>['items'][number]

const bodyOf = (chosen: Chosen) => ('filter' in chosen ? chosen.filter : chosen)

export const resultQuery = (
  organization_id: string,
  chosen: Chosen,
  ask: Pick<ResultBody, 'q' | 'sort' | 'page' | 'limit' | 'count_only'>,
) =>
  queryOptions({
    queryKey: ['buyers', organization_id, 'segment', chosen, ask],
    queryFn: ({ signal }) =>
      call('POST /api/v1/segmentations/segmentation_result', {
        body: { organization_id, ...bodyOf(chosen), ...ask },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

export const segmentsQuery = (organization_id: string) =>
  queryOptions({
    queryKey: ['segments', organization_id],
    queryFn: ({ signal }) =>
      call('POST /api/v1/segmentations/get_segmentations_list', {
        body: { organization_id },
        signal,
      }),
  })

export const boughtQuery = (organization_id: string, count: 'bought' | 'never', q: string) =>
  queryOptions({
    queryKey: ['bought products', organization_id, count, q],
    queryFn: ({ signal }) =>
      call(
        count === 'bought'
          ? 'POST /api/v1/segmentations/get_segmentation_positive_barcodes'
          : 'POST /api/v1/segmentations/get_segmentation_negative_barcodes',
        { body: { organization_id, q, page: 1, limit: 20 }, signal },
      ),
    placeholderData: keepPreviousData,
  })

export const categoriesQuery = (organization_id: string) =>
  queryOptions({
    queryKey: ['categories', organization_id, 'names'],
    queryFn: ({ signal }) =>
      call('GET /api/v1/products/categories', { query: { organization_id }, signal }),
  })

export const levelNamesQuery = (organization_id: string) =>
  queryOptions({
    queryKey: ['level counts', organization_id],
    queryFn: ({ signal }) =>
      call('GET /api/v1/settings/levels', { query: { organization_id }, signal }),
  })

export const promotionNamesQuery = (organization_id: string) =>
  queryOptions({
    queryKey: ['promotions', organization_id, 'names'],
    queryFn: ({ signal }) =>
      call('GET /api/v1/promotions', { query: { organization_id, page: 1, limit: 1000 }, signal }),
  })

export const mailingNamesQuery = (organization_id: string) =>
  queryOptions({
    queryKey: ['posts', organization_id, 'names'],
    queryFn: ({ signal }) =>
      call('GET /api/v1/posts', {
        query: { organization_id, type: 'manual_notification', page: 1, limit: 100 },
        signal,
      }),
  })

type Save = AskOf<'POST /api/v1/segmentations/buyers_segmentation'>['body']

export const useSaveSegment = (organization_id: string) =>
  useMutation({
    mutationFn: (body: Pick<Save, 'action'> & { segment: Save['segment'] & { filter?: Filter } }) =>
      call('POST /api/v1/segmentations/buyers_segmentation', {
        body: { organization_id, ...body },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['segments', organization_id] }),
  })
