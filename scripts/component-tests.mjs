// Runs component tests (`*.view.test.tsx`) in the Chromium of this machine: `node scripts/component-tests.mjs FILE...`. All files share one
// page, because every further page would compile the libraries again. Reports like scripts/test-reporter.mjs.
import { readFileSync, writeFileSync } from 'node:fs'
import { playwright } from '@vitest/browser-playwright'
import { createVitest } from 'vitest/node'
import { config as console } from '../packages/console/src/build/config.ts'
import { journeyBrowserPath } from '../packages/console/src/testing/chromium-path.ts'
import { config as panel } from '../packages/panel/src/build/config.ts'

const files = process.argv.slice(2)
const counts = { tests: 0, failed: 0, skipped: 0 }
const durations = {}
const failures = []
const print = (text) => process.stdout.write(text)

const readExchanges = (path) => JSON.parse(readFileSync(new URL(`../packages/${path}`, import.meta.url), 'utf8'))

const describe = (title, file, { name, message, diff, cause, stacks = [] }) => {
  const { file: at = file, line = 0 } = stacks[0] ?? {}
  // The tree of roles remains; the HTML would fill several screens.
  const [summary] = `${name}: ${message}`.split('\n\nHTML:')
  const details = [summary, diff, cause?.message].filter((text) => text !== undefined).join('\n')
  return `✖ ${title}\n  ${at.replace(`${process.cwd()}/`, '')}:${line}\n${details}\n`
}

const fail = (failure) => {
  counts.failed += 1
  failures.push(failure)
  print(failure)
}

const reporter = {
  onTestCaseResult(test) {
    const { state, errors = [] } = test.result()
    counts.tests += 1
    if (state === 'skipped') counts.skipped += 1
    if (state === 'failed')
      fail(errors.map((error) => describe(test.fullName, test.module.relativeModuleId, error)).join(''))
  },
  onTestModuleEnd(module) {
    const { duration } = module.diagnostic()
    durations[module.relativeModuleId] = duration
    for (const error of module.errors()) fail(describe(module.relativeModuleId, module.relativeModuleId, error))
    print(`${`${(duration / 1000).toFixed(1)} s`.padStart(8)}  ${module.relativeModuleId}\n`)
  },
  onTestRunEnd(_modules, errors) {
    for (const error of errors) fail(describe('an error outside of the tests', '', error))
  },
  onUserConsoleLog({ content, type, taskId }) {
    if (type === 'stderr') fail(`✖ a component printed an error (${taskId ?? 'outside of the tests'})\n${content}\n`)
  },
}

const runAll = async () => {
  const vitest = await createVitest(
    {
      config: false,
      watch: false,
      run: true,
      include: files,
      isolate: false,
      fileParallelism: false,
      testTimeout: 60_000,
      // A busy machine is slow; a test that passes does not wait.
      expect: { poll: { timeout: 10_000 } },
      reporters: [reporter],
      provide: {
        gatewayExchanges: readExchanges('gateway/src/api/server/exchanges-b.json'),
        cloudExchanges: readExchanges('cloud/src/start/exchanges.json'),
      },
      browser: {
        enabled: true,
        headless: true,
        ui: false,
        screenshotFailures: false,
        // As in the journeys: a part of a text finds it.
        locators: { exact: false },
        viewport: { width: 1280, height: 800 },
        provider: playwright({
          launchOptions: { executablePath: journeyBrowserPath, args: ['--no-sandbox', '--disable-dev-shm-usage'] },
          contextOptions: { locale: 'en-GB', timezoneId: 'Europe/Kyiv' },
        }),
        instances: [{ browser: 'chromium' }],
      },
    },
    {
      configFile: false,
      logLevel: 'warn',
      cacheDir: 'node_modules/.cache/busbar-components',
      // Libraries that are found while the tests run would be compiled then, and every file loaded again.
      optimizeDeps: { entries: ['packages/{console,panel}/src/main.tsx', ...files] },
      plugins: console.plugins,
      resolve: console.resolve,
      define: panel.define,
    },
  )
  await vitest.start()
  await vitest.close()
  // Vitest reports nothing if the browser does not start.
  if (counts.tests === 0 && failures.length === 0) fail('✖ no component test ran\n')
}

if (journeyBrowserPath === undefined) {
  print('component tests: skipped: chromium not found\n')
  counts.tests = files.length
  counts.skipped = files.length
} else await runAll()
if (process.env.BUSBAR_TEST_RESULT !== undefined)
  writeFileSync(process.env.BUSBAR_TEST_RESULT, JSON.stringify({ counts, durations, failures }))
process.exit(failures.length > 0 ? 1 : 0)
