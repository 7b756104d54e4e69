/**
 * Where the product may send a browser after a step: to its own pages and nowhere else.
 *
 * An address that leads away would let a letter with our link end on a stranger's look-alike.
 * Source: bar.md "Redirects: own origin paths only"; research/security.md §1.9.
 */

// Browsers take `\` for `/`, drop tabs and line breaks, and some proxies decode once more.
const suspicious = /[\\\u0000-\u0020\u007f\u00a0\u2028\u2029\ufeff]|%(?:0[0-9a-f]|1[0-9a-f]|5c|7f)/i

/**
 * The path when `value` is a path of our own site (`/organizations?tab=1#x`), else undefined.
 * Refused: other schemes and hosts, `//host`, `/\host`, control characters, encoded slashes at the
 * beginning, and dots that would climb to `//`.
 */
export function ownPath(value: string | null | undefined): string | undefined {
  if (value === null || value === undefined || value.length > 500) return undefined
  if (!value.startsWith('/') || suspicious.test(value)) return undefined
  if (/^\/(?:\/|%2f|\.{0,2}\/\/)/i.test(value)) return undefined
  const base = 'https://own.invalid'
  if (!URL.canParse(value, base)) return undefined
  const { origin, pathname, search, hash } = new URL(value, base)
  if (origin !== base || pathname.startsWith('//') || /^\/(?:%2f|%2e)/i.test(pathname))
    return undefined
  return pathname + search + hash
}

/** True when `value` is an address of `public_url`'s origin whose path begins with `path`. */
export function isOwnAddress(public_url: string, value: string, path: string): boolean {
  const own = ownPath(value)
  const { origin } = new URL(public_url)
  if (own !== undefined) return under(own, path)
  if (suspicious.test(value) || !URL.canParse(value)) return false
  const url = new URL(value)
  if (url.origin !== origin || url.username !== '' || url.password !== '') return false
  return ownPath(url.pathname) !== undefined && under(url.pathname, path)
}

function under(value: string, path: string): boolean {
  const pathname = value.split(/[?#]/)[0] ?? ''
  return pathname === path || pathname.startsWith(`${path}/`)
}
