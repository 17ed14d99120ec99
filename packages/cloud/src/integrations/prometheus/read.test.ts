import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeDevice, pollOf, recordPolls } from '../../history/testing/polls.ts'
import type { TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'
import { fieldsOf } from './protobuf.ts'
import { compress, decompress } from './snappy.ts'

const field = (no: number, bytes: Uint8Array): Buffer => Buffer.concat([Buffer.from([no * 8 + 2, bytes.length]), bytes])
const text = (no: number, value: string): Buffer => field(no, Buffer.from(value))
const time = (no: number, value: number): Buffer => {
  const bytes = [no * 8]
  let rest = value
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80)
  return Buffer.from([...bytes, rest])
}
const matcher = (kind: number, name: string, value: string): Buffer =>
  field(3, Buffer.concat([Buffer.from([8, kind]), text(2, name), text(3, value)]))
/** An expression of 547 bytes that repeats an optional item 54,000 times. */
const longMatcher = ((): Buffer => {
  const value = Buffer.from('((a?b?){1000})?'.repeat(36))
  const length = (bytes: number): number[] => [(bytes % 0x80) | 0x80, Math.floor(bytes / 0x80)]
  const inner = [...Buffer.from([8, 2]), ...text(2, 'net'), 26, ...length(value.length), ...value]
  return Buffer.from([26, ...length(inner.length), ...inner])
})()
const query = (from: number, till: number, ...matchers: Buffer[]): Buffer => {
  const bytes = Buffer.concat([time(1, from), time(2, till), ...matchers])
  return Buffer.concat([Buffer.from([10, (bytes.length % 0x80) | 0x80, Math.floor(bytes.length / 0x80)]), bytes])
}

describe('readings of any time for PromQL', () => {
  let api: TestApi
  let begin = 0
  let basic = ''
  const read = (body: Uint8Array, authorization: string | null = basic) =>
    fetch(`${api.url}/api/v1/org/${api.orgId}/prometheus/read/`, {
      method: 'POST',
      headers: {
        ...(authorization !== null && { authorization }),
        'content-type': 'application/x-protobuf',
        'content-encoding': 'snappy',
      },
      body: Buffer.from(body),
    })
  /** Each series as its labels and samples. */
  const series = async (request: Buffer): Promise<[string, [number, number][]][][]> => {
    const answer = await read(compress(request))
    assert.equal(answer.status, 200, answer.statusText)
    assert.equal(answer.headers.get('content-type'), 'application/x-protobuf')
    assert.equal(answer.headers.get('content-encoding'), 'snappy')
    const bytes = decompress(new Uint8Array(await answer.arrayBuffer()), 10_000_000)
    return fieldsOf(bytes).map(({ value: result }) =>
      fieldsOf(result as Uint8Array).map(({ value: one }) => {
        const parts = fieldsOf(one as Uint8Array)
        const labels = parts
          .filter(({ no }) => no === 1)
          .map(({ value }) => fieldsOf(value as Uint8Array).map((part) => Buffer.from(part.value as Uint8Array)))
          .map(([name, value]) => `${String(name)}=${String(value)}`)
        const samples = parts
          .filter(({ no }) => no === 2)
          .map(({ value }): [number, number] => {
            const [bits, on] = fieldsOf(value as Uint8Array)
            const [number = 0] = new Float64Array(new BigUint64Array([bits?.value as bigint]).buffer)
            return [Number(on?.value) - begin, number]
          })
        return [labels.join(), samples]
      }),
    )
  }
  shareApi(async (started) => {
    api = started
    const device = await makeDevice(api, api.orgId, 'r', [
      { valueType: 'u16', unitName: 'V' },
      { valueType: 'f32' },
      { valueType: 'string' },
    ])
    begin = api.service.now().getTime()
    const [volts = 0, other = 0, word = 0] = device.params.map(({ id }) => id)
    const at = (seconds: number, values: Parameters<typeof pollOf>[3]) =>
      pollOf(device, device.params, begin + seconds * 1000, values)
    await recordPolls(api, [
      at(0, { [volts]: 230, [other]: 1.5, [word]: 'on' }),
      at(10, 'Timeout'),
      at(20, 'Timeout'),
      at(30, { [volts]: 231, [other]: 2.5, [word]: 'on' }),
    ])
    const path = `/org/${api.orgId}/api-keys/create/`
    const key = (await api.call('owner', 'POST', path, { name: 'p', role: 'viewer' })).body as Record<string, string>
    basic = `Basic ${Buffer.from(`${key['apiKey']}:${key['password']}`).toString('base64')}`
  })
  const all = () => [begin, begin + 60_000] as const
  const named = matcher(0, '__name__', 'busbar_reading')

  test('numbers with the ends of gaps; texts are left out', async () => {
    assert.deepEqual(await series(query(...all(), named)), [
      [
        [
          '__name__=busbar_reading,device=meter-r,name=P0,net=hall-r,param=p0,unit=V',
          [
            [0, 230],
            [10_000, Number.NaN],
            [30_000, 231],
          ],
        ],
        [
          '__name__=busbar_reading,device=meter-r,name=P1,net=hall-r,param=p1',
          [
            [0, 1.5],
            [10_000, Number.NaN],
            [30_000, 2.5],
          ],
        ],
      ],
    ])
  })

  test('exactly what matches, in exactly the span, an answer for each query', async () => {
    const volts = query(begin + 30_000, begin + 30_000, named, matcher(2, 'unit', 'V|A'))
    const none = query(...all(), matcher(0, '__name__', 'up'))
    const found = await series(Buffer.concat([volts, none]))
    assert.deepEqual(
      found.map((one) => one.map(([, samples]) => samples)),
      [[[[30_000, 231]]], []],
    )
  })

  for (const [says, body] of [
    ['no snappy', Buffer.from('hello')],
    ['no protobuf', compress(Buffer.from([8]))],
    ['a broken expression', compress(query(0, 1, matcher(2, 'net', '(')))],
    ['an expression whose repetitions explode', compress(query(0, 1, longMatcher))],
    ['eleven queries', compress(Buffer.concat(Array.from({ length: 11 }, () => query(0, 1))))],
  ] as const) {
    test(`refused: ${says}`, async () => {
      const answer = await read(body)
      assert.equal(answer.status, 400)
      assert.equal(((await answer.json()) as { errorCode: string }).errorCode, 'IncorrectRequest')
    })
  }

  test('only for those who may read here', async () => {
    const request = compress(query(...all(), named))
    assert.equal((await read(request, null)).status, 401)
    assert.equal((await read(request, `token ${api.tokens.stranger}`)).status, 404)
    assert.equal((await read(request, `token ${api.tokens.viewer}`)).status, 200)
  })
})
