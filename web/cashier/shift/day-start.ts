/** The moment a calendar day begins in a time zone, daylight saving included. */
export function startOfDay(day: string, zone: string): string {
  const utc = Date.parse(`${day}T00:00:00Z`)
  // The offset at the guess may differ from the one at midnight itself, so it is taken twice.
  let moment = utc - offsetAt(utc, zone)
  moment = utc - offsetAt(moment, zone)
  return new Date(moment).toISOString()
}

/** Milliseconds that the zone's clocks are ahead of UTC at a moment. */
function offsetAt(moment: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const local = Date.UTC(
    of('year'),
    of('month') - 1,
    of('day'),
    of('hour'),
    of('minute'),
    of('second'),
  )
  return local - Math.floor(moment / 1000) * 1000
}
