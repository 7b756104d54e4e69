import type { Ask } from '#contract/endpoint.ts'
import type { uploadImage as endpoint } from '#contract/images.ts'
import type { Owner } from '#server/features/identity/require-owner.ts'
import type { Call } from '#server/io/http.ts'
import { keepImage } from '#server/io/images.ts'
import type { Io } from '#server/io/io.ts'
import { takeRate } from '#server/io/rate-limit.ts'
import { requireOrganization } from './require-organization.ts'

const PER_HOUR = 120

/**
 * Keeps a picture for whatever of the organization will name its address.
 * Refuses: `not_found`, `rate_limited`, `unsupported_media`, `too_large`, `storage_full`.
 */
export async function uploadImage(
  io: Io,
  owner: Owner,
  { organization_id, shape }: Ask<typeof endpoint>['query'],
  call: Call,
): Promise<{ url: string; width: number; height: number }> {
  const { id } = await requireOrganization(io, owner, organization_id)
  await takeRate(io, `upload ${id}`, PER_HOUR, 3600)
  return keepImage(io.config, id, await call.file(), shape)
}
