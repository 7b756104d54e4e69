import { Refusal } from '#server/io/refusal.ts'

/** In a chat a limit is no fault: something else is shown. */
export async function unlessTooOften<Found, Otherwise>(
  work: Promise<Found>,
  otherwise: Otherwise,
): Promise<Found | Otherwise> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal && error.code === 'rate_limited') return otherwise
    throw error
  }
}
