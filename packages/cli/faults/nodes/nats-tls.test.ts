import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { makeCertificate } from '@busbar/kit/certificate'
import { Cluster, missingPrograms } from './cluster.ts'
import { NatsServer } from './nats-server.ts'

const reason = missingPrograms()
const name = 'localhost'
const token = 'between-nodes'
const sites = 12

describe('messages between nodes over TLS', { skip: reason ?? false, timeout: 300_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-nats-tls-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  /** The files of a certificate that signs itself. */
  const files = (of: string): { cert: string; key: string } => {
    const made = makeCertificate(of === 'server' ? name : of, new Date())
    const paths = { cert: join(folder, `${of}.pem`), key: join(folder, `${of}.key`) }
    writeFileSync(paths.cert, made.cert)
    writeFileSync(paths.key, made.key)
    return paths
  }
  const [server, node, stranger] = [files('server'), files('node'), files('stranger')]
  const tls = ['--tls', '--tlscert', server.cert, '--tlskey', server.key]
  const byCertificate = { 'nats-cert': node.cert, 'nats-key': node.key }
  const rows = [
    {
      what: 'with a token',
      args: [...tls, '--auth', token],
      origin: `tls://${token}@${name}`,
      flags: { 'nats-ca': server.cert },
      refused: [
        ['another token', { nats: `tls://other@${name}` }],
        ['a certificate that it does not know', { 'nats-ca': stranger.cert }],
      ],
    },
    {
      what: 'with certificates of nodes',
      args: [...tls, '--tlsverify', '--tlscacert', node.cert],
      origin: `tls://${name}`,
      flags: { 'nats-ca': server.cert, ...byCertificate },
      refused: [['another certificate', { 'nats-cert': stranger.cert, 'nats-key': stranger.key }]],
    },
  ] as const

  for (const { what, args, origin, flags, refused } of rows) {
    test(`${what}: a command goes from any node to the one that has the network`, async (t) => {
      const nats = new NatsServer({ args, origin })
      const cluster = new Cluster({ nats, flags })
      t.after(() => cluster.close())
      await cluster.open(sites, 2)
      await cluster.add()
      await cluster.working()
      for (const { user } of cluster.nodes) {
        for (const networkId of cluster.netIds) {
          const connection = { kind: 'net-id', networkId } as const
          const group = { deviceModbusId: 1, address: 40_000, kind: 'holding' as const, values: [7], connection }
          const answer = await user.raw.writeRegisterGroup(group)
          assert.ok('ok' in answer && !('err' in answer.ok), JSON.stringify(answer))
        }
      }
      assert.equal(cluster.field.noted.filter(({ isWrite }) => isWrite).length, 2 * cluster.netIds.length)
      for (const [which, changes] of refused) {
        const nodes = cluster.nodes.length
        const changed = 'nats' in changes ? { nats: `${changes.nats}:${nats.port}` } : changes
        await assert.rejects(cluster.add(changed), /--nats: .* cannot be reached/, which)
        assert.equal(cluster.nodes.length, nodes)
      }
    })
  }
})
