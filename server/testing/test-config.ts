import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig, type Config } from '#server/io/config.ts'

/** The configuration of a test: nothing of the machine's environment, a folder of its own. */
export function testConfig(values: Record<string, string>): Config {
  return readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'verta-test-')),
    PUBLIC_URL: 'http://verta.test',
    // Nobody listens there: a test that talks to a messenger names its stand-in.
    TELEGRAM_API_URL: 'http://127.0.0.1:9',
    VIBER_API_URL: 'http://127.0.0.1:9',
    SECRET_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
    ...values,
  })
}
