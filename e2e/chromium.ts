/** The browser of the machine, as every test starts it. */
import { existsSync } from 'node:fs'

const executablePath =
  process.env['CHROMIUM_PATH'] ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
    existsSync(path),
  )

export const launchOptions = {
  ...(executablePath !== undefined && { executablePath }),
  // Without a language of the machine Chromium cannot write a Ukrainian name of a file.
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}
