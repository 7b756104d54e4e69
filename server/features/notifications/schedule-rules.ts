/** Days that notifications hang on. Days are `YYYY-MM-DD` of the shop's zone. */

/** Whether a monthly message of this day of the month is due: short months end with theirs. */
export function isDigestDay(day: string, day_of_month: number): boolean {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return date === Math.min(day_of_month, last)
}
