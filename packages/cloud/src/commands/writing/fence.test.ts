import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { shareBench, type WritingBench } from './testing/writing-bench.ts'

let bench: WritingBench

describe('several nodes share the networks', () => {
  shareBench((started) => {
    bench = started
  })
  /** The network is ours in this epoch, as this node believes. */
  const believe = (epoch: number): void => {
    const { service, field } = bench
    service.field = {
      link: (netId) => {
        const link = field.link(netId)
        return link && Object.create(link, { fence: { value: { name: 'nets 1', epoch } }, ...bound(link) })
      },
    }
  }
  /** Binds methods to the link, because links have private fields. */
  const bound = (link: NonNullable<ReturnType<WritingBench['field']['link']>>) => ({
    ask: { value: link.ask.bind(link) },
    transact: { value: link.transact.bind(link) },
  })

  test('a command under the epoch of an owner of before is not recorded, and not sent', async () => {
    const { service } = bench
    await service.db.sql`insert into lease (name, epoch) values ('nets 1', 5)`
    const id = await bench.paramOf({ address: 0, valueType: 'u16' })
    believe(4)
    const refused = (await bench.write(id, '7')) as { err: string }
    assert.match(refused.err, /^The network went to another node meanwhile, and nothing was sent/)
    assert.deepEqual([bench.wordsAt(0, 1), (await bench.auditOf(id)).length], [[0], 0])
    const connection = { kind: 'net-id', networkId: bench.netId }
    const raw = { deviceModbusId: 1, address: 0, kind: 'holding', values: [7], connection }
    assert.deepEqual(await bench.post('/raw/write-register-group/', raw), refused)
    assert.deepEqual(bench.wordsAt(0, 1), [0])
    believe(5)
    assert.ok('ok' in ((await bench.write(id, '7')) as object))
    assert.ok('ok' in ((await bench.post('/raw/write-register-group/', { ...raw, values: [8] })) as object))
    assert.deepEqual(bench.wordsAt(0, 1), [8])
  })
})
