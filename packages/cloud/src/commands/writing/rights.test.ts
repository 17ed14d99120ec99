import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { shareBench, type WritingBench } from './testing/writing-bench.ts'

let bench: WritingBench

describe('permissions to write', () => {
  shareBench((started) => {
    bench = started
  })

  test('a network that was bound by code is not written to before an owner allows it', async () => {
    const { sql } = bench.service.db
    await sql`insert into gateway (mac) values ('02:00:5e:10:00:01')`
    await sql`insert into connect_code (code_hash, mac) values (sha256('open-sesame'), '02:00:5e:10:00:01')`
    const connection = { kind: 'connect-code', code: 'open-sesame' }
    const made = await bench.post(`/org/${bench.orgId}/nets/create/`, { name: 'Far', connection }, 'manager')
    const { id } = made as { id: number }
    const allowed = async () => {
      const { body } = await bench.call('viewer', 'GET', `/net/${id}/link-settings/`)
      return (body as { isWritingAllowed: boolean }).isWritingAllowed
    }
    assert.equal(await allowed(), false)
    await bench.post(`/net/${id}/link-settings/`, { isWritingAllowed: true }, 'owner')
    await bench.post(`/net/${id}/change/`, { name: 'Farther' }, 'manager')
    assert.equal(await allowed(), true)
    const direct = { kind: 'direct', ip: '192.0.2.9', port: 502 }
    await bench.post(`/net/${id}/change/`, { connection: direct }, 'manager')
    assert.equal(await allowed(), true)
    await bench.post(`/net/${id}/change/`, { connection: { kind: 'connect-code', code: 'open-sesame' } }, 'manager')
    assert.equal(await allowed(), false)
    const near = await bench.post(`/org/${bench.orgId}/nets/create/`, { name: 'Near', connection: direct }, 'manager')
    const [row] = await sql`select is_writing_allowed as "isAllowed" from net where id = ${(near as { id: number }).id}`
    assert.equal(row?.['isAllowed'], true)
  })

  test('operators and above, by reference too; what is unknown is not found', async () => {
    const id = await bench.paramOf({ address: 60, valueType: 'u16' })
    const path = `/org/${bench.orgId}/params`
    for (const [role, status] of [
      ['demo', 401],
      ['viewer', 401],
      ['operator', 200],
      ['owner', 200],
      ['stranger', 404],
    ] as const) {
      const param = `#${id}`
      const answers = [
        await bench.call(role, 'POST', `/param/${id}/write/`, { newValue: '1' }),
        await bench.call(role, 'POST', `${path}/save-param-value/`, { param, value: 1 }),
        await bench.call(role, 'POST', `${path}/increment/`, { param, amount: '1' }),
        await bench.call(role, 'POST', `${path}/toggle/`, { param, default: 0, on: 1 }),
      ]
      assert.deepEqual(
        answers.map((one) => one.status),
        Array(4).fill(status),
        role,
      )
    }
    for (const [what, body] of [
      ['save-param-value', { value: 1 }],
      ['increment', { amount: '1' }],
      ['toggle', { default: 0, on: 1 }],
    ] as const) {
      const answer = await bench.call('operator', 'POST', `${path}/${what}/`, { param: '#999999', ...body })
      assert.equal(answer.status, 404)
    }
  })

  test('save, increment and toggle by the references of the contract', async () => {
    bench.bank.holding.fill(0)
    await bench.addDevice({ slug: 'meter' }, [
      { slug: 'level', address: 70, valueType: 's32', multiplier: '0.1', precision: 1 },
    ])
    const path = `/org/${bench.orgId}/params`
    const param = 'meter>holding>70'
    const rows: readonly (readonly [string, object, object])[] = [
      ['save-param-value', { param, value: 0.3 }, { ok: { oldValue: '0', newValue: '0.3' } }],
      ['save-param-value', { param: 'meter.level', value: '-1.5' }, { ok: { oldValue: '0.3', newValue: '-1.5' } }],
      ['increment', { param, amount: '0.2' }, { ok: { oldValue: '-1.5', newValue: '-1.3' } }],
      ['increment', { param, amount: '-1000000' }, { ok: { oldValue: '-1.3', newValue: '-1000001.3' } }],
      ['increment', { param, amount: '-1000000000' }, { err: 'The value must be from -214748364.8 to 214748364.7.' }],
      ['toggle', { param, default: 0, on: '7.25' }, { ok: { oldValue: '-1000001.3', newValue: '0' } }],
      ['toggle', { param, default: '0.01', on: '7.25' }, { ok: { oldValue: '0', newValue: '7.3' } }],
      ['toggle', { param, default: 0, on: 1 }, { ok: { oldValue: '7.3', newValue: '0' } }],
    ]
    for (const [what, body, gives] of rows) {
      assert.deepEqual(await bench.post(`${path}/${what}/`, body), gives, JSON.stringify(body))
    }
  })

  test('both records tell all, and no secrets', async () => {
    const id = await bench.paramOf({ address: 80, valueType: 'u16' })
    bench.bank.holding[80] = 3
    await bench.write(id, '4')
    const [intent, outcome] = await bench.auditOf(id)
    assert.ok(intent && outcome)
    const { command } = intent.after
    const by = { who: 'operator', from: '127.0.0.1', objectId: String(id), before: { value: '3' } }
    assert.deepEqual({ ...intent }, { ...by, action: 'param.write', after: { value: '4', command, by: 'write' } })
    const after = { outcome: 'done', value: '4', wanted: '4', command }
    assert.deepEqual({ ...outcome }, { ...by, action: 'param.write-outcome', after })
    for (const token of Object.values(bench.tokens))
      assert.doesNotMatch(JSON.stringify([intent, outcome]), new RegExp(token))
  })
})
