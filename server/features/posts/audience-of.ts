import type { SegmentAsk } from '#server/features/segments/select-segment.ts'
import type { PostContent } from './rules.ts'

/** Whom a post is for, as segments are asked. */
export const audienceOf = ({
  segment_id,
  filters,
}: Pick<PostContent, 'segment_id' | 'filters'>): SegmentAsk =>
  segment_id === null ? { filter: filters ?? { match: 'all' } } : { segment_id }
