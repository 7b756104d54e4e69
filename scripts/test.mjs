// `npm test`: installs what the tests need, the browser too, then runs everything.
import { existsSync } from 'node:fs'
import { check } from './check.mjs'
import { prepare, run } from './prepare.mjs'

const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The browser tests use the system's Chromium; on Debian it is installed when it is not there. */
function installBrowser() {
  if (process.env.CHROMIUM_PATH !== undefined || browsers.some((path) => existsSync(path))) return
  if (!existsSync('/usr/bin/apt-get')) {
    throw new Error('The browser tests need Chromium: install it, or set CHROMIUM_PATH.')
  }
  console.log('Installing Chromium for the browser tests (once)…')
  const sudo = process.getuid?.() === 0 ? [] : ['sudo']
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
  const [first, ...rest] = [...sudo, 'apt-get']
  run(first, [...rest, 'update', '-qq'], quiet)
  run(first, [...rest, 'install', '-y', '-qq', '--no-install-recommends', 'chromium'], quiet)
}

prepare({ pages: false })
installBrowser()
process.exit(check({ trials: true }))
