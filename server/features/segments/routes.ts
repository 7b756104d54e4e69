import * as endpoints from '#contract/segments.ts'
import { requireOwner } from '#server/features/identity/require-owner.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import { route, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { listBought } from './list-bought.ts'
import { presets } from './preset-rules.ts'
import { countByPos } from './result-store.ts'
import { filterOf, runSegment } from './run-segment.ts'
import { createSegment, deleteSegment, updateSegment } from './save-segment.ts'
import { askSegment } from './select-segment.ts'
import { listPosNames, listSegments, type SegmentRow } from './store.ts'

export function routes(io: Io): Route[] {
  return [
    route(endpoints.buyersSegmentation, async ({ body }, call) => {
      const owner = await requireOwner(io, call)
      const organization = await requireOrganization(io, owner, body.organization_id)
      const { action, segment } = body
      if (action === 'delete') {
        await deleteSegment(io, organization, segment.id)
        return { segment: null }
      }
      const saved =
        action === 'create'
          ? await createSegment(io, owner, organization, segment)
          : await updateSegment(io, organization, segment)
      return { segment: present(saved) }
    }),

    route(endpoints.segmentationResult, async ({ body }, call) => {
      const owner = await requireOwner(io, call)
      return runSegment(io, await requireOrganization(io, owner, body.organization_id), body)
    }),

    route(endpoints.getSegmentationsList, async ({ body }, call) => {
      const owner = await requireOwner(io, call)
      const { id } = await requireOrganization(io, owner, body.organization_id)
      return {
        items: (await listSegments(io.db, id)).map(present),
        presets: endpoints.presetCode.options.map((code) => ({ code, filter: presets[code] })),
      }
    }),

    route(endpoints.getSegmentationPos, async ({ body }, call) => {
      const owner = await requireOwner(io, call)
      const organization = await requireOrganization(io, owner, body.organization_id)
      const whom = { filter: filterOf(body) }
      const counts = await askSegment(io, organization, whom, (tx, ground) =>
        countByPos(tx, whom, ground),
      )
      const items = await listPosNames(io.db, organization.id)
      return {
        items: items.map(({ id, name }) => ({
          pos_id: id,
          name,
          buyers_count: counts.get(id) ?? 0,
        })),
      }
    }),

    route(endpoints.getSegmentationPositiveBarcodes, async ({ body }, call) => {
      const owner = await requireOwner(io, call)
      const organization = await requireOrganization(io, owner, body.organization_id)
      return listBought(io, organization, body, 'bought')
    }),

    route(endpoints.getSegmentationNegativeBarcodes, async ({ body }, call) => {
      const owner = await requireOwner(io, call)
      const organization = await requireOrganization(io, owner, body.organization_id)
      return listBought(io, organization, body, 'never')
    }),
  ]
}

function present(row: SegmentRow) {
  const { organization_id: _organization, created_by: _user, ...segment } = row
  return {
    ...segment,
    counted_at: row.counted_at?.toISOString() ?? null,
    frozen_at: row.frozen_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
