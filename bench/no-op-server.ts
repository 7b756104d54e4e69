/**
 * A server that answers create with a finished receipt and does nothing: what HTTP, JSON and
 * validation cost by themselves. Prints its address.
 */
import { createReceipt } from '#contract/receipts.ts'
import { readConfig } from '#server/io/config.ts'
import { addRoute, openHttp, route } from '#server/io/http.ts'
import { openLog } from '#server/io/log.ts'

const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'error' })
const app = openHttp(config, openLog('error'))
const answer = createReceipt.response.decode(JSON.parse(process.argv[2] ?? '{}') as never)
addRoute(
  app,
  config,
  route(createReceipt, async () => answer),
)
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
