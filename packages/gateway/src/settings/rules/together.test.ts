import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { refusal, testStore } from '../testing/store.ts'

describe('ports are listened at once', () => {
  const unused = { listenPort: null, isUdp: false, serverAddr: '', serverPort: 80 }
  /** Forwardings from these ports; the rest is not used. */
  const fwdOf = (...ports: [listenPort: number, isUdp: boolean][]) => ({
    fwd: [
      ...ports.map(([listenPort, isUdp]) => ({ ...unused, listenPort, isUdp, serverAddr: '192.0.2.9' })),
      ...Array.from({ length: 4 - ports.length }, () => unused),
    ],
  })
  const twice = 'value fwd.1.listenPort: taken by fwd.0.listenPort'
  const rows: [name: string, body: object, says: string][] = [
    ['the API and Modbus', { httpd: { port: 502 } }, 'value ownSrv.ethListenPort: taken by httpd.port'],
    ['a forwarding and the API', fwdOf([80, false]), 'value fwd.0.listenPort: taken by httpd.port'],
    ['a forwarding and Modbus', fwdOf([502, false]), 'value fwd.0.listenPort: taken by ownSrv.ethListenPort'],
    ['datagrams have ports of their own', fwdOf([80, true]), 'nothing'],
    ['two forwardings', fwdOf([5000, false], [5000, false]), twice],
    ['two of datagrams', fwdOf([5000, true], [5000, true]), twice],
    ['one of each', fwdOf([5000, true], [5000, false]), 'nothing'],
  ]
  for (const [name, body, says] of rows) {
    test(name, async () => {
      const { store } = await testStore({ initialPorts: { httpPort: 80, ethListenPort: 502 } })
      const before = store.saved
      assert.equal(await refusal(store.set(body, 2)), says)
      assert.equal(store.saved === before, says !== 'nothing')
    })
  }
})

test('reports a missing right before any other problem', async () => {
  const { store } = await testStore()
  const body = { protect: { passwordAdmin: 5 } }
  assert.equal(store.levelProblem(body, 2), null)
  assert.match(store.levelProblem(body, 0) ?? '', /^protect/)
  for (const none of [null, 'text', 5, undefined]) assert.equal(store.levelProblem(none, 0), null)
})
