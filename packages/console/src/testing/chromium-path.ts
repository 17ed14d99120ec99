import { existsSync } from 'node:fs'

const configured = process.env['BUSBAR_TEST_CHROMIUM']
const paths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** The same engine without the browser around it: a journey takes a quarter less. */
const shell = '/usr/bin/chromium-headless-shell'

/** The browser of this machine, if it has one. */
export const chromiumPath: string | undefined = configured ?? paths.find((path) => existsSync(path))

/** For journeys: the whole browser where all of them are wanted. */
export const journeyBrowserPath: string | undefined =
  configured === undefined && process.env['BUSBAR_JOURNEYS'] !== 'all' && existsSync(shell) ? shell : chromiumPath
