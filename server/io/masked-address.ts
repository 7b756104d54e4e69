/** An address without the part that names one device: `203.0.113.*`, `2001:db8:1:*`. */
export function maskedAddress(ip: string): string {
  const four = /(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(ip)
  if (four) return `${four[1]}.*`
  const groups = ip.split('%', 1)[0]!.split('::', 1)[0]!.split(':').filter(Boolean)
  return `${groups.slice(0, 3).join(':')}${groups.length > 0 ? ':' : '::'}*`
}
