import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noOtherKit } from './builder.ts'

const kit = '/srv/busbar/packages/kit/src'
const chunk = (modules: Record<string, number>) => ({
  'assets/index.js': {
    modules: Object.fromEntries(Object.entries(modules).map(([path, renderedLength]) => [path, { renderedLength }])),
  },
  'assets/index.css': {},
})

for (const [title, modules, refused] of [
  ['accepts a bundle without kit', { '/srv/busbar/packages/ui/src/quantity.ts': 900 }, null],
  ['accepts the checked index and visible text', { [`${kit}/at.ts`]: 120, [`${kit}/visible-text.ts`]: 80 }, null],
  ['accepts a module of which nothing is left', { [`${kit}/time/clock.ts`]: 0 }, null],
  ['refuses periodic work of kit', { [`${kit}/at.ts`]: 120, [`${kit}/time/periodic.ts`]: 400 }, /kit: time\/periodic$/],
  ['refuses the log on Windows', { [String.raw`C:\busbar\packages\kit\src\log\log.ts`]: 400 }, /kit: log\/log$/],
] as const) {
  test(title, () => {
    const check = (): void => noOtherKit.generateBundle({}, chunk(modules))
    if (refused === null) assert.doesNotThrow(check)
    else assert.throws(check, refused)
  })
}
