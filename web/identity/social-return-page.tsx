export function GooglePage() {
  return null
}
export function FacebookPage() {
  return null
}
