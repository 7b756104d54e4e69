import { BRAND } from '#contract/brand.ts'
import type { DemoAccess } from './demo/ensure-demo-shop.ts'
import type { Config } from './io/config.ts'

/** Tells the person who started the program where to go, as whom, and where mail goes. */
export function greet(config: Config, demo: DemoAccess | undefined, ms: number): void {
  const lines = [`${BRAND} is running: ${config.PUBLIC_URL}  (${(ms / 1000).toFixed(1)} s)`]
  if (demo) {
    lines.push(
      `  Cabinet   ${config.PUBLIC_URL}/auth/login    ${demo.owner.email} / ${demo.owner.password}`,
      `  Till      ${config.PUBLIC_URL}/pos_interface  ${demo.cashier.login} / ${demo.cashier.pin}`,
    )
  }
  lines.push(
    config.SMTP_URL === undefined
      ? `  Mail      is not sent; read it at ${config.PUBLIC_URL}/dev/mail`
      : `  Mail      by ${new URL(config.SMTP_URL).host}`,
    `  POS API   ${config.PUBLIC_URL}/pos-api/v1/doc`,
    config.DATABASE_URL === undefined
      ? `  Data      ${config.DATA_DIR} (embedded PostgreSQL)`
      : `  Data      ${new URL(config.DATABASE_URL).host || 'DATABASE_URL'}`,
    '  Ctrl+C stops it.',
  )
  console.log(`\n${lines.join('\n')}\n`)
}
