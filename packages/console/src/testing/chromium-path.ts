import { existsSync } from 'node:fs'

const paths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The browser of this machine, if it has one. */
export const chromiumPath: string | undefined =
  process.env['BUSBAR_TEST_CHROMIUM'] ?? paths.find((path) => existsSync(path))
