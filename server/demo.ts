/** `npm run demo`: adds the demo shop, or makes it anew; also beside a running program. */
import { resetDemoShop } from './demo/reset-demo-shop.ts'
import { ConfigError, readConfig } from './io/config.ts'
import { openDatabaseServer } from './io/database-server.ts'
import { prepareDatabase } from './prepare-database.ts'

async function run(): Promise<void> {
  const config = readConfig(process.env)
  const server = await openDatabaseServer(config, { beside: true })
  const { io } = await prepareDatabase(config, server, { supervise_jobs: false })
  try {
    console.log('Making the demo shop: ninety days of sales take a few seconds…')
    const { owner, cashier } = await resetDemoShop(io)
    console.log(
      `Cabinet: ${owner.email} / ${owner.password}\nTill: ${cashier.login} / ${cashier.pin}`,
    )
  } finally {
    await io.close()
    await server.stop()
  }
}

run().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
})
