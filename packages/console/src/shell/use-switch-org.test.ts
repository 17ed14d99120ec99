import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathInOtherOrg } from './use-switch-org.ts'

for (const [path, gives] of [
  ['/overview', '/overview'],
  ['/nets/new', '/nets/new'],
  ['/nets', '/nets'],
  ['/nets/7', '/overview'],
  ['/devices/7', '/overview'],
  ['/params/7', '/overview'],
  ['/alerts', '/alerts'],
  ['/alerts/7', '/alerts'],
  ['/alerts/new', '/alerts'],
  ['/dashboards/3', '/dashboards'],
  ['/alertsx', '/overview'],
  ['/contacts', '/contacts'],
  ['/', '/overview'],
] as const) {
  test(`from ${path} to ${gives}`, () => assert.equal(pathInOtherOrg(path), gives))
}
