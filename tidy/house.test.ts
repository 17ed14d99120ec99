import assert from 'node:assert/strict'
import { test } from 'node:test'
import { files, read } from './source.ts'

const linesMax = 400
/** Types of messages and the list of tables are generated, with one line for each message or column. */
const generated = /\/src\/(texts\/messages|tables)\.ts$/
const sources = files('{packages,templates,bench,site,tidy,scripts}/**/*.{ts,tsx,mjs,vue}').filter(
  (path) => !generated.test(path),
)
const pages = [...files('*.md'), ...files('docs/**/*.md')]

test('files stay short', () => {
  const long = sources.filter((path) => read(path).split('\n').length > linesMax)
  assert.deepEqual(long, [])
})

test('the database knows no place: it cuts days in UTC alone, and names of zones are worked with here', () => {
  const statements = files('packages/{alerts,cloud,database,messaging,readings}/src/**/*.{sql,ts}').filter(
    (path) => !path.endsWith('.test.ts'),
  )
  const placed = /at time zone (?!'UTC')|\btimezone\(|set (local )?time zone/i
  assert.deepEqual(
    statements.filter((path) => placed.test(read(path))),
    [],
  )
})

test('contains no code for later, skipped tests or focused tests', () => {
  const marks = /\b(T[O]DO|FIX[M]E)\b|\b(test|describe|it)\.(only|skip)\(/
  assert.deepEqual(
    sources.filter((path) => marks.test(read(path))),
    [],
  )
})

test('no program imports node:http: that would read all that it exports, and load fetch with its streams', () => {
  const programs = files('packages/*/src/**/*.ts').filter((path) => !/\.test\.tsx?$|\/(testing|bench)\//.test(path))
  assert.deepEqual(
    programs.filter((path) => /^import (?!type).*'node:http'/m.test(read(path))),
    [],
  )
})

test('browser pages store values through the wrapper, which does not throw', () => {
  const code = files('packages/{console,panel}/src/**/*.{ts,tsx}').filter(
    (path) => !/\.test\.tsx?$|\/(testing|bench)\//.test(path),
  )
  assert.deepEqual(
    code.filter((path) => /\b(local|session)Storage\b/.test(read(path))),
    [],
  )
})

test('an element that is missing is never read as 0, but on hot paths that were measured', () => {
  const isMeasured = (path: string): boolean => /^packages\/(modbus|series)\//.test(path)
  const programs = files('packages/*/src/**/*.{ts,tsx}').filter((path) => !/\.test\.tsx?$|\/testing\//.test(path))
  assert.deepEqual(
    programs.filter((path) => !isMeasured(path) && /\] \?\? 0\b/.test(read(path))),
    [],
    'read it with at() of @busbar/kit, or write the case without an element out',
  )
})

test('every test file is run by npm test, or by a suite of its own', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const patterns = Array.from(
    ['unit', 'oracles', 'peers', 'crash', 'faults', 'hostile', 'box', 'nodes', 'installing']
      .map((suite) => scripts[`test:${suite}`])
      .join(' ')
      .matchAll(/[\w*/.-]+\.test\.tsx?/g),
    ([pattern]) => pattern,
  )
  const run = new Set(patterns.flatMap(files))
  assert.deepEqual(
    files('**/*.test.{ts,tsx}').filter((path) => !run.has(path)),
    [],
  )
})

test('links between our pages lead somewhere', () => {
  const known = new Set([...files('**/*'), ...files('.ci/*')])
  const dead = pages.flatMap((page) =>
    Array.from(read(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g), ([, link = '']) => link)
      .map((link) => new URL(link, `file:///${page}`).pathname.slice(1).replace(/\/$/, ''))
      .filter((target) => !known.has(target))
      .map((target) => `${page}: ${target}`),
  )
  assert.deepEqual(dead, [])
})
