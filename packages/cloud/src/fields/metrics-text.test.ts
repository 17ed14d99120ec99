import assert from 'node:assert/strict'
import { test } from 'node:test'
import { metricsText } from './metrics-text.ts'

test('metrics as Prometheus reads them', () => {
  const text = metricsText([
    { name: 'a_total', type: 'counter', help: 'All of a.', samples: [{ value: 1.5 }] },
    { name: 'b', type: 'gauge', help: 'B.', samples: [{ labels: { x: 'a"b\\c\nd', y: '1' }, value: 0 }] },
    { name: 'c', type: 'gauge', help: 'Nothing yet.', samples: [] },
  ])
  assert.equal(
    text,
    [
      '# HELP a_total All of a.',
      '# TYPE a_total counter',
      'a_total 1.5',
      '# HELP b B.',
      '# TYPE b gauge',
      'b{x="a\\"b\\\\c\\nd",y="1"} 0',
      '# HELP c Nothing yet.',
      '# TYPE c gauge',
      '',
    ].join('\n'),
  )
})
