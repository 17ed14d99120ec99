import assert from 'node:assert/strict'
import { after, before, describe, type TestContext } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { isBrowserMissing, openPage } from './browser.ts'
import { type Installation, startInstallation } from './installation.ts'
import { startWorld, type World, type WorldOptions } from './world.ts'

export interface Journey {
  /** Once it is started: inside tests. */
  world: () => World
  /** A page of its own for a test; errors in it fail the test. */
  open: (t: TestContext, options?: BrowserContextOptions) => Promise<Page>
  /** For all but the main journeys of a page. */
  further: (tests: () => void) => void
}

interface JourneyOptions extends WorldOptions {
  /** All of it is beyond the main journeys of a page. */
  isFurther?: boolean
}

/** Why further journeys are left out, or false. */
export const skipReason: string | false =
  process.env['BUSBAR_JOURNEYS'] !== 'all' && 'npm run test:journeys has further journeys'

/** Shared by all test files of a process: starting takes seconds. */
let installation: Promise<Installation> | undefined
after(async () => (await installation)?.stop())

/** Tests of the console in a real browser, in an organization for all of them. Skipped where there is no browser. */
export const journey = (
  name: string,
  tests: (kit: Journey) => void,
  { isFurther = false, ...options }: JourneyOptions = {},
): void => {
  void describe(name, { skip: isBrowserMissing || (isFurther && skipReason) }, () => {
    let started: World | undefined
    const world = (): World => {
      assert.ok(started, 'the installation is not started yet')
      return started
    }
    before(async () => {
      installation ??= startInstallation()
      started = await startWorld(await installation, options)
    })
    after(() => started?.stop())
    tests({
      world,
      async open(t, pageOptions) {
        const { page, close } = await openPage(world(), pageOptions)
        t.after(close)
        return page
      },
      further: (more) => void describe('further', { skip: skipReason }, more),
    })
  })
}

/** A journey beyond the main ways through the product: component tests cover its page in `npm test`. */
export const furtherJourney = (name: string, tests: (kit: Journey) => void, options: JourneyOptions = {}): void =>
  journey(name, tests, { ...options, isFurther: true })
