import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultHttpsPort, mayListen } from './low-ports.ts'

for (const [says, port, status, firstFree, may] of [
  ['root', 80, 'CapEff:\t000001ffffffffff\n', '1024\n', true],
  ['anybody', 80, 'Name:\tnode\nCapEff:\t0000000000000000\nSeccomp:\t0\n', '1024\n', false],
  ['anybody, above', 1502, 'CapEff:\t0000000000000000\n', '1024\n', true],
  ['with that right alone', 502, 'CapEff:\t0000000000000400\n', '1024\n', true],
  ['where low ports are free', 80, 'CapEff:\t0000000000000000\n', '0\n', true],
  ['where nothing is known', 80, '', '', false],
] as const) {
  test(`${says}: port ${port} ${may ? 'is' : 'is not'} ours to take`, () => {
    assert.equal(mayListen(port, status, firstFree), may)
  })
}

for (const [condition, httpPort, usedPorts, isAllowed, port] of [
  ['HTTP is on port 80', 80, [502], true, 443],
  ['HTTP is elsewhere', 8081, [502], true, 8443],
  ['443 needs a privilege that is missing', 80, [502], false, 8443],
  ['the settings forward 443', 80, [502, 443], true, 8443],
] as const) {
  test(`HTTPS is on port ${port} when ${condition}`, () => {
    assert.equal(
      defaultHttpsPort(httpPort, usedPorts, () => isAllowed),
      port,
    )
  })
}
