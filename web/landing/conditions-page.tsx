export function ConditionsPage() {
  return <h1>ConditionsPage</h1>
}
