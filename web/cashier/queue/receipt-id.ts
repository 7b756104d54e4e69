/**
 * A receipt's id made on the till: a UUIDv7 of a moment by the server's clock. Written down before
 * anything is sent, so that a sale that is sent twice is made once.
 */
export function receiptIdOf(moment_ms: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const view = new DataView(bytes.buffer)
  view.setUint16(0, Math.floor(moment_ms / 2 ** 32))
  view.setUint32(2, moment_ms % 2 ** 32)
  view.setUint8(6, (view.getUint8(6) & 0x0f) | 0x70)
  view.setUint8(8, (view.getUint8(8) & 0x3f) | 0x80)
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [8, 12, 16, 20, 32].map((to, at) => hex.slice([0, 8, 12, 16, 20][at], to)).join('-')
}
