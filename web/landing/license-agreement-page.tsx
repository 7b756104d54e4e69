export function LicenseAgreementPage() {
  return <h1>LicenseAgreementPage</h1>
}
