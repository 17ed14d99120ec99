import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApi } from '../../testing/api.ts'
import type { OperationNeeds } from '../needs.ts'

test('the administrator sees the nodes, and empties one', async (t) => {
  const { call, service, accounts } = await startApi(t)
  await service.db.sql`update account set is_installation_admin = true where id = ${accounts.owner}`
  assert.deepEqual((await call('owner', 'GET', '/nodes/')).body, { isShared: false, nodes: [] })
  assert.equal((await call('owner', 'POST', '/nodes/a1/drain/', { isDraining: true })).status, 404)
  const drained: unknown[] = []
  const nodes: OperationNeeds['nodes'] = {
    list: () => [
      {
        id: 'a1',
        name: 'n1',
        version: '0.1.0',
        startedOn: '2026-11-13T08:00:00+00:00',
        heardOn: '2026-11-13T09:00:01.5+00:00',
        facts: { networks: 3, connected: 2 },
        isAlive: true,
        isDraining: false,
        works: [],
        isSelf: true,
        leases: ['nets 5', 'nets 6', 'backups'],
      },
    ],
    drain: async (nodeId, isDraining) => {
      drained.push([nodeId, isDraining])
      return nodeId === 'a1'
    },
    report: async () => undefined,
  }
  service.nodes = nodes
  const { body } = await call('owner', 'GET', '/nodes/')
  assert.deepEqual(body, {
    isShared: true,
    nodes: [
      {
        nodeId: 'a1',
        name: 'n1',
        version: '0.1.0',
        startedOn: '2026-11-13T08:00:00.000Z',
        heardOn: '2026-11-13T09:00:01.500Z',
        isSelf: true,
        isAlive: true,
        isDraining: false,
        leases: 3,
        work: ['backups'],
        networks: 3,
        connected: 2,
        callers: 0,
        polls: 0,
        lagMs: 0,
        queuedPolls: 0,
        recordedReadings: 0,
        streams: 0,
      },
    ],
  })
  assert.equal((await call('manager', 'GET', '/nodes/')).status, 401)
  assert.equal((await call('owner', 'POST', '/nodes/a1/drain/', { isDraining: true })).status, 200)
  assert.equal((await call('owner', 'POST', '/nodes/b2/drain/', { isDraining: false })).status, 404)
  assert.deepEqual(drained, [
    ['a1', true],
    ['b2', false],
  ])
})
