/** Lays the fields that were given over the present ones. */
export function layOver<T extends object>(
  present: T,
  changes: { [K in keyof T]?: T[K] | undefined },
): T {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  return { ...present, ...Object.fromEntries(given) }
}
