import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answerLimits } from '../fields/answer-limits.ts'
import type { TestApi } from '../testing/api.ts'
import { shareApi } from '../testing/shared-api.ts'
import { makeDevice, pollOf, recordPolls } from './testing/polls.ts'

const start = Date.UTC(2026, 10, 14)
const minute = 60_000
const iso = (ms: number): string => new Date(ms).toISOString()

let api: TestApi
let volts: number
let word: number
let big: number
let theirs: number

/** Ten readings a minute apart; the 4th and 5th failed, and of the 8th a part did. */
const prepare = async (started: TestApi): Promise<void> => {
  api = started
  const ours = await makeDevice(api, api.orgId, 'a', [
    { valueType: 'f64', precision: 1, unitName: 'V', label: 'U1' },
    { valueType: 'string' },
    { valueType: 'u64' },
  ])
  const other = await makeDevice(api, api.otherOrgId, 'b', [{ valueType: 'u16' }])
  const [first, second, third] = ours.params.map(({ id }) => id)
  assert.ok(first !== undefined && second !== undefined && third !== undefined)
  ;[volts, word, big] = [first, second, third]
  theirs = other.params[0]?.id ?? 0
  const polls = Array.from({ length: 10 }, (_, i) => {
    const on = start + i * minute
    if (i === 3 || i === 4) return pollOf(ours, ours.params, on, 'Timeout')
    const digits = { number: 2 ** 63, text: '9223372036854775809' }
    const all = { [volts]: 230 + i / 10, [word]: i === 0 ? '=1+1' : `on, ${i}`, [big]: i === 0 ? digits : i }
    const { [volts]: __, ...part } = all
    return pollOf(ours, ours.params, on, i === 7 ? part : all)
  })
  await recordPolls(api, [...polls, pollOf(other, other.params, start, { [theirs]: 7 })])
  api.clock.advance(3_600_000 / 2)
}

describe('readings', () => {
  shareApi(prepare)

  const get = async (query: string, as: 'viewer' | 'stranger' | 'demo' = 'viewer') =>
    api.call(as, 'GET', `/readings/get/?${query}`)
  const post = async (name: string, body: object) => api.call('viewer', 'POST', `/readings/${name}/`, body)
  const point = (i: number): [string, number] => [iso(start + i * minute), 230 + i / 10]

  test('texts: readings with the same text one after the other are a run', async () => {
    const { params, ...device } = await makeDevice(api, api.orgId, 'c', [{ valueType: 'string' }])
    const [id = 0] = params.map((one) => one.id)
    const shown = ['auto', 'auto', null, 'auto', 'hand', 'auto', '']
    const polls = shown.map((text, i) =>
      pollOf(device, params, start + i * minute, text === null ? 'Timeout' : { [id]: text }),
    )
    await recordPolls(api, polls)
    const ask = async (from: number, till: number, as: 'viewer' | 'stranger' = 'viewer') =>
      api.call(
        as,
        'GET',
        `/readings/texts/?paramId=${id}&from=${iso(start + from * minute)}&till=${iso(start + till * minute)}`,
      )
    const run = (from: number, till: number, text: string, count: number) => ({
      from: iso(start + from * minute),
      till: iso(start + till * minute),
      text,
      count,
    })
    const all = [run(0, 3, 'auto', 3), run(4, 4, 'hand', 1), run(5, 5, 'auto', 1), run(6, 6, '', 1)]
    assert.deepEqual((await ask(0, 60)).body, all)
    assert.deepEqual((await ask(3, 4)).body, [run(3, 3, 'auto', 1), run(4, 4, 'hand', 1)])
    assert.equal((await ask(0, 60, 'stranger')).status, 404)
    assert.equal((await ask(4, 3)).status, 400)
  })

  describe('get', () => {
    for (const [query, places] of [
      ['', [0, 1, 2, 5, 6, 8, 9]],
      ['&pointsLimit=1', [9]],
      ['&pointsLimit=3', [6, 8, 9]],
      ['&pointsLimit=1000', [0, 1, 2, 5, 6, 8, 9]],
      ['&from=2026-11-14T00:05:00Z&till=2026-11-14T00:06:00Z', [5, 6]],
      ['&from=2026-11-14T00:05:00&till=2026-11-14T00:06:00', [5, 6]],
      ['&from=2026-11-14T02:05:00%2B02:00&till=2026-11-14T02:06:00+02:00', [5, 6]],
      // Clients page by the last time plus a microsecond.
      ['&from=2026-11-14T00:05:00.000001Z&till=2026-11-14T00:06:00.000001Z', [6]],
      ['&from=2026-11-14T00:04:59.999000001Z&till=2026-11-14T00:05:59.999999Z', [5]],
      ['&from=2026-11-14T00:05:00.000001Z&till=2026-11-14T00:05:00.000999Z', []],
      ['&from=2026-11-14T00:05:00.000001Z&till=2026-11-14T00:05:00.000001Z', []],
      ['&from=2026-11-14T00:05:00.001Z', [6, 8, 9]],
      ['&from=2026-11-14T00:01:00Z&till=2026-11-14T00:01:00Z', [1]],
      ['&till=2026-11-14', [0]],
      ['&till=2026-11-13T23:59:59Z', []],
      ['&from=2026-11-14T00:05:00Z&till=2026-11-14T00:09:00Z&pointsLimit=2', [8, 9]],
      ['&from=2027-01-01T00:00:00Z', []],
      ['&from=0001-01-01T00:00:00Z&till=9999-12-31T23:59:59Z', [0, 1, 2, 5, 6, 8, 9]],
    ] as const) {
      test(query || 'all', async () => {
        assert.deepEqual((await get(`paramId=${volts}${query}`)).body, places.map(point))
      })
    }

    for (const [query, field] of [
      ['&pointsLimit=0', 'pointsLimit'],
      ['&pointsLimit=1001', 'pointsLimit'],
      ['&from=yesterday', 'from'],
      ['&from=2026-11-14T00:00:01Z&till=2026-11-14T00:00:00Z', 'till: must not be before from'],
      ['&from=2026-11-14T00:00:00.001001Z&till=2026-11-14T00:00:00Z', 'till: must not be before from'],
    ] as const) {
      test(`refused: ${query}`, async () => {
        const { status, body } = await get(`paramId=${volts}${query}`)
        assert.equal(status, 400)
        assert.match(JSON.stringify(body), new RegExp(`IncorrectRequest.*query\\.${field}`))
      })
    }

    test('texts are no numbers, and others have nothing to see', async () => {
      assert.deepEqual((await get(`paramId=${word}`)).body, [])
      assert.equal((await get(`paramId=${theirs}`)).status, 404)
      assert.equal((await get(`paramId=${volts}`, 'stranger')).status, 404)
      assert.equal((await get(`paramId=${volts}`, 'demo')).status, 401)
    })
  })

  describe('summary', () => {
    const span = (from: number, till: number) => ({
      from: iso(start + from * minute),
      till: iso(start + till * minute),
    })
    const of = async (paramIds: number[], from: number, till: number) =>
      (await post('summary', { paramIds, ...span(from, till) })).body as Record<string, Record<string, unknown>>

    test('returns the true extremes and the last reading with its own time', async () => {
      const { [volts]: found } = await of([volts], 0.5, 8.5)
      const { mean, ...rest } = found ?? {}
      assert.deepEqual(rest, { count: 5, min: 230.1, max: 230.8, last: 230.8, lastOn: iso(start + 8 * minute) })
      assert.ok(Math.abs(Number(mean) - (230.1 + 230.2 + 230.5 + 230.6 + 230.8) / 5) < 1e-9)
    })

    test('counts a reading at either end of the span', async () => {
      const { [volts]: found } = await of([volts], 1, 2)
      assert.deepEqual([found?.['count'], found?.['last'], found?.['lastOn']], [2, 230.2, iso(start + 2 * minute)])
    })

    test('leaves out parameters without a reading in the span, texts, and those of others', async () => {
      assert.deepEqual(await of([volts], 3, 4), {})
      assert.deepEqual(Object.keys(await of([volts, word, theirs, 999_999], 0, 9)), [String(volts)])
    })
  })

  describe('dispersed', () => {
    const span = { from: iso(start), till: iso(start + 10 * minute) }

    for (const [points, rows] of [
      [1, [[0, 0]]],
      [
        2,
        [
          [0, 0],
          [5, 5],
        ],
      ],
      [
        5,
        [
          [0, 0],
          [2, 2],
          [4, 5],
          [6, 6],
          [8, 8],
        ],
      ],
    ] as const) {
      test(`${points} points`, async () => {
        const { body } = await post('dispersed', { paramIds: [volts], ...span, points })
        assert.deepEqual(
          body,
          rows.map(([from, i]) => [iso(start + from * minute), [230 + i / 10]]),
        )
      })
    }

    test('a thousand points, and none', async () => {
      const { body } = await post('dispersed', { paramIds: [volts], ...span, points: 1000 })
      assert.deepEqual(
        (body as [string, number[]][]).map(([, values]) => values),
        [0, 1, 2, 5, 6, 8, 9].map((i) => [230 + i / 10]),
      )
      for (const points of [0, 1001, 1.5]) {
        assert.equal((await post('dispersed', { paramIds: [volts], ...span, points })).status, 400)
      }
    })

    test('each parameter keeps its place; what is not for the caller is null', async () => {
      const { body } = await post('dispersed', { paramIds: [theirs, volts, 999_999, volts], ...span, points: 1 })
      assert.deepEqual(body, [[iso(start), [null, 230, null, 230]]])
      const none = await post('dispersed', { paramIds: [theirs], ...span, points: 1 })
      assert.deepEqual(none.body, [])
    })

    test('an instant is a span; a span does not run backwards', async () => {
      const instant = { from: iso(start), till: iso(start) }
      assert.deepEqual((await post('dispersed', { paramIds: [volts], ...instant, points: 10 })).body, [
        [iso(start), [230]],
      ])
      const { status, body } = await post('dispersed', {
        paramIds: [volts],
        from: span.till,
        till: span.from,
        points: 1,
      })
      assert.equal(status, 400)
      assert.match(JSON.stringify(body), /body\.till: must not be before from/)
    })
  })

  describe('min-mean-max', () => {
    const span = { from: iso(start), till: iso(start + 10 * minute) }

    test('the first, least, mean and greatest of each segment, and how many runs of failures touch it', async () => {
      const { body } = await post('min-mean-max', { paramIds: [volts, theirs], ...span, points: 5 })
      const read = (count: number, min: number, mean: number, max: number, gaps = 0) => ({
        first: min,
        min,
        mean,
        max,
        count,
        gaps,
      })
      assert.deepEqual(body, [
        [iso(start), [read(2, 230, 230.05, 230.1), null]],
        [iso(start + 2 * minute), [read(1, 230.2, 230.2, 230.2, 1), null]],
        [iso(start + 4 * minute), [read(1, 230.5, 230.5, 230.5, 1), null]],
        [iso(start + 6 * minute), [read(1, 230.6, 230.6, 230.6, 1), null]],
        [iso(start + 8 * minute), [read(2, 230.8, 230.85, 230.9), null]],
      ])
    })

    test('segments with failed reads report the failure, and segments without data are left out', async () => {
      const late = { from: iso(start + 3 * minute), till: iso(start + 5 * minute - 1) }
      const { body } = await post('min-mean-max', { paramIds: [volts], ...late, points: 4 })
      const silent = [{ count: 0, gaps: 1 }]
      assert.deepEqual(
        (body as [string, object][]).map(([, row]) => row),
        [silent, silent, silent],
      )
      assert.deepEqual((await post('min-mean-max', { paramIds: [theirs], ...late, points: 4 })).body, [])
      assert.equal((await post('min-mean-max', { paramIds: [volts], ...late, points: 1001 })).status, 400)
    })
  })

  test('date-range', async () => {
    const range = async (...ids: number[]) =>
      (await api.call('viewer', 'GET', `/readings/date-range/?paramIds=${ids.join(',')}`)).body
    assert.deepEqual(await range(volts, theirs, 999_999), { min: iso(start), max: iso(start + 9 * minute) })
    assert.deepEqual(await range(theirs), {})
    assert.deepEqual(await range(999_999), {})
  })

  test('min-max-range', async () => {
    const range = async (from: number, till: number) =>
      (await post('min-max-range', { paramIds: [volts, theirs, 999_999], from: iso(from), till: iso(till) })).body
    assert.deepEqual(await range(start, start + 9 * minute), {
      [volts]: { minValueOn: iso(start), minValue: 230, maxValueOn: iso(start + 9 * minute), maxValue: 230.9 },
    })
    assert.deepEqual(await range(start + minute, start + minute), {
      [volts]: {
        minValueOn: iso(start + minute),
        minValue: 230.1,
        maxValueOn: iso(start + minute),
        maxValue: 230.1,
      },
    })
    assert.deepEqual(await range(start - 2 * minute, start - minute), {})
    const { status } = await post('min-max-range', { paramIds: [volts], from: iso(start + 1), till: iso(start) })
    assert.equal(status, 400)
  })

  test('gaps', async () => {
    const paramIds = [volts, big, theirs]
    const { body } = await post('gaps', { paramIds, from: iso(start), till: iso(start + 10 * minute) })
    const both = { from: iso(start + 3 * minute), till: iso(start + 4 * minute), polls: 2, reason: 'Timeout' }
    const one = { from: iso(start + 7 * minute), till: iso(start + 7 * minute), polls: 1, reason: 'Timeout' }
    assert.deepEqual(body, { [volts]: [both, one], [big]: [both] })
  })

  test('all of time is a span', async () => {
    const ever = { paramIds: [volts], from: '0001-01-01T00:00:00Z', till: '9999-12-31T23:59:59.999999Z' }
    assert.deepEqual(((await post('dispersed', { ...ever, points: 1 })).body as [string, number[]][])[0]?.[1], [230])
    assert.equal(((await post('dispersed', { ...ever, points: 1000 })).body as object[]).length, 1)
    const range = (await post('min-max-range', ever)).body as Record<number, { maxValue: number }>
    assert.equal(range[volts]?.maxValue, 230.9)
    const gaps = (await post('gaps', ever)).body as Record<number, object[]>
    assert.equal(gaps[volts]?.length, 2)
  })

  test('a table has at most a hundred columns', async () => {
    const ask = (count: number) => {
      const list = Array.from({ length: count }, (_, i) => i + 1).join(',')
      return api.call('viewer', 'GET', `/readings/csv/?paramIds=${list}`)
    }
    assert.deepEqual([(await ask(100)).status, (await ask(101)).status], [200, 400])
  })

  describe('takes too long: an error, and never a part', () => {
    const body = () => ({ paramIds: [volts], from: iso(start), till: iso(start + minute) })
    for (const [name, ask] of [
      ['dispersed', () => post('dispersed', { ...body(), points: 1 })],
      ['min-mean-max', () => post('min-mean-max', { ...body(), points: 1 })],
      ['min-max-range', () => post('min-max-range', body())],
      ['summary', () => post('summary', body())],
      ['gaps', () => post('gaps', body())],
      ['date-range', () => api.call('viewer', 'GET', `/readings/date-range/?paramIds=${volts}`)],
    ] as const) {
      test(name, async () => {
        api.service.limits = { ...answerLimits, historyMs: 0 }
        const cut = await ask()
        assert.deepEqual([cut.status, cut.headers.get('retry-after')], [503, '30'])
        assert.deepEqual(cut.body, {
          errorCode: 'Unavailable',
          errorMessage: 'The answer takes longer than 0 s: ask for fewer parameters or a shorter span.',
        })
        api.service.limits = { ...answerLimits, historyMs: 1 }
        assert.equal((await ask()).status, 200)
        api.service.limits = answerLimits
      })
    }

    test('a part for those who ask for it, with how much of the list it is', async () => {
      const paramIds = [volts, volts, ...Array.from({ length: 99 }, (_, at) => 900_000 + at), volts, big]
      const ask = () => post('min-max-range', { ...body(), paramIds, partial: true })
      const keys = ({ body: found }: { body: unknown }) => Object.keys(found as object)
      const { clock } = api.service
      // A millisecond at each look: time is up at the second, before the last of the list.
      let nowMs = 0
      api.service.clock = { now: () => nowMs++, after: (ms, run) => clock.after(ms, run) }
      api.service.limits = { ...answerLimits, historyMs: 2 }
      const part = await ask()
      Object.assign(api.service, { clock, limits: answerLimits })
      assert.deepEqual([keys(part), part.headers.get('parameters-read')], [[String(volts)], '102'])
      const full = await ask()
      assert.deepEqual([keys(full), full.headers.get('parameters-read')], [[String(volts), String(big)], null])
    })
  })

  describe('csv', () => {
    const csv = (query: string, as: 'viewer' | 'stranger' = 'viewer') => api.call(as, 'GET', `/readings/csv/?${query}`)

    test('a table, with texts that are no formulas and numbers with all digits', async () => {
      const { status, body, headers } = await csv(`paramIds=${big},${volts},${word}&till=2026-11-14T00:07:00Z`)
      assert.deepEqual([status, headers.get('content-type')], [200, 'text/csv; charset=utf-8'])
      assert.deepEqual((body as string).split('\r\n'), [
        'time,Meter: P2,"Meter: P0 [U1], V",Meter: P1',
        `2026-11-14T00:00:00.000Z,9223372036854775809,230,"'=1+1"`,
        '2026-11-14T00:01:00.000Z,1,230.1,"on, 1"',
        '2026-11-14T00:02:00.000Z,2,230.2,"on, 2"',
        '2026-11-14T00:05:00.000Z,5,230.5,"on, 5"',
        '2026-11-14T00:06:00.000Z,6,230.6,"on, 6"',
        '2026-11-14T00:07:00.000Z,7,,"on, 7"',
        '',
      ])
    })

    test('names in the language; what is not for the caller is left out', async () => {
      const { body } = await csv(`paramIds=${theirs},${volts}&lang=pl&from=2026-11-14T00:09:00Z`)
      assert.equal(body, 'time,"Meter: Parametr 0 [U1], V"\r\n2026-11-14T00:09:00.000Z,230.9\r\n')
      assert.equal((await csv(`paramIds=${volts}`, 'stranger')).body, 'time\r\n')
    })

    test('refuses parameters of several organizations', async () => {
      const { sql } = api.service.db
      await sql`
        insert into membership (org_id, account_id, role) values (${api.otherOrgId}, ${api.accounts.viewer}, 'viewer')`
      const { status, body } = await csv(`paramIds=${theirs},${volts}`)
      assert.equal(status, 400)
      assert.match(JSON.stringify(body), /query\.paramIds: must be of one organization/)
      // Elsewhere several organizations are one answer.
      const ranges = await post('min-max-range', {
        paramIds: [volts, theirs],
        from: iso(start),
        till: iso(start + minute),
      })
      assert.deepEqual(Object.keys(ranges.body as object), [volts, theirs].map(String))
      const dispersed = await post('dispersed', {
        paramIds: [theirs, volts],
        from: iso(start),
        till: iso(start + minute),
        points: 1,
      })
      assert.deepEqual(dispersed.body, [[iso(start), [7, 230]]])
    })
  })
})
