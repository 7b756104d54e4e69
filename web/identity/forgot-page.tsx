export function ForgotPage() {
  return <h1>ForgotPage</h1>
}
