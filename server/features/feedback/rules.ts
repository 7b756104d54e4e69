/** Who may send a call-back request: pages of our own, since the seed makes it a GET that writes. */

type Headers = { sec_fetch_site: string | undefined; origin: string | undefined }

/**
 * True unless the browser says that another site's page (or a typed address) caused the call.
 * A program that is no browser sends neither header and is held by the rate limit alone.
 */
export function cameFromOwnPage(
  { sec_fetch_site, origin }: Headers,
  own_origins: string[],
): boolean {
  if (sec_fetch_site !== undefined) return sec_fetch_site === 'same-origin'
  return origin === undefined || own_origins.includes(origin)
}
