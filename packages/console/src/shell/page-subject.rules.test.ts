import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subjectOf } from './page-subject.rules.ts'

for (const [path, kind, id] of [
  ['/nets/7', 'net', 7],
  ['/nets/7/settings', 'net', 7],
  ['/devices/12/diagnostics', 'device', 12],
  ['/nets/new', 'net', 0],
  ['/devices/12', 'device', 12],
  ['/params/3', 'param', 3],
  ['/params/3/readings', 'param', 3],
  ['/alerts/new', 'alert', 0],
  ['/alerts/7/history', 'alert', 7],
  ['/alerts/templates/7', 'alert', 7],
  ['/dashboards/5', 'dashboard', 5],
  ['/pictures/6', 'picture', 6],
  ['/pictures/6/edit', 'picture', 6],
  ['/pictures/symbols', 'picture', 0],
  ['/library/9/devices', 'template', 9],
  ['/library/suggest', 'template', 0],
] as const) {
  test(`${path} is about a ${kind}`, () => assert.deepEqual(subjectOf(path), { kind, id }))
}

for (const path of [
  '/',
  '/overview',
  '/nets',
  '/nets/0',
  '/nets/x',
  '/nets/7/8',
  '/nets/devices',
  '/alerts/all',
  '/people/7',
])
  test(`${path} is about no object`, () => assert.equal(subjectOf(path), null))
