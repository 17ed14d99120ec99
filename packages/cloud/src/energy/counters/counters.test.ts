import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ValueType } from '@busbar/modbus'
import { makeDevice, pollOf, recordPolls } from '../../history/testing/polls.ts'
import type { TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'
import { branchOf, chartOf, loadRows, savedReport } from '../reports/testing/saved-report.ts'
import { EnergyKeeper } from '../stored/energy-keeper.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
const day = Date.UTC(2026, 10, 10)

let api: TestApi
let keeper: EnergyKeeper
let made = 0

const post = async (path: string, body?: unknown) => {
  const { status, body: answer } = await api.call('manager', 'POST', path, body)
  assert.equal(status, 200, `${path} ${JSON.stringify(answer)}`)
  return answer as { id: string }
}
const get = async (path: string) => {
  const { status, body } = await api.call('viewer', 'GET', path)
  assert.equal(status, 200, `${path} ${JSON.stringify(body)}`)
  return body
}

interface TreeDay {
  energy: number | null
  energyText?: string
  isComplete: boolean
  coverage: number
}

/**
 * Creates a counter that is read every ten minutes from the day before to the day after; `shown` returns its value by
 * minutes since the start of the day.
 */
const makeMeter = async (
  valueType: ValueType,
  shown: (minute: number) => number | { number: number; text: string },
  historyDays = 0,
) => {
  made += 1
  const device = await makeDevice(api, api.orgId, `counters-${made}`, [{ valueType }])
  const paramId = device.params[0]?.id ?? 0
  await api.service.db.sql`update device set update_period_sec = 600 where id = ${device.deviceId}`
  const hours = Array.from({ length: historyDays * 24 }, (_, at) => (at - (historyDays + 1) * 24) * 60)
  if (historyDays > 0) {
    await loadRows(
      api,
      api.orgId,
      paramId,
      hours.map((minute) => [day + minute * minuteMs, shown(minute) as number]),
    )
  }
  const minutes = Array.from({ length: 3 * 144 }, (_, at) => (at - 144) * 10)
  await recordPolls(
    api,
    minutes.map((minute) => pollOf(device, device.params, day + minute * minuteMs, { [paramId]: shown(minute) })),
  )
  const name = `Meter ${made}`
  const { id: treeId } = await post('/sense/hierarchy/tree/create/', { orgId: api.orgId, name, timeZone: 'UTC' })
  const { id: branchId } = await post(`/sense/hierarchy/tree/${treeId}/branch/create/`, { name })
  await post(`/sense/hierarchy/tree/${treeId}/sensor/create/`, { name, branchId, paramId, kind: 'energy' })
  const report = branchOf(name, { value: { paramId } })
  await savedReport(api, [report], { name })
  const inTree = async () => {
    await keeper.recomputeDays()
    const span = `from=${new Date(day).toISOString()}&till=${new Date(day + dayMs).toISOString()}`
    const path = `/sense/aggregation/branch/${branchId}/segmentation/day/history/?${span}`
    const { segments, setAside } = (await get(path)) as { segments: TreeDay[]; setAside: { reason: string }[] }
    return { ...(segments[0] as TreeDay), reasons: setAside.map(({ reason }) => reason) }
  }
  const inReport = async () => {
    const { segments, setAside } = await chartOf(api, report.id, day, day + dayMs, 'day')
    return { ...segments[0], reasons: setAside.map(({ reason }) => reason) }
  }
  return { paramId, inTree, inReport, counter: `/param/${paramId}/counter/` }
}

/** Two for each poll. */
const steady = (minute: number): number => 1000 + (minute + 1440) / 5

describe('counters', () => {
  shareApi((started) => {
    api = started
    const { db, history, now } = api.service
    keeper = new EnergyKeeper({ db, history, now, clock: api.clock, log: { error: () => assert.fail() } })
  })

  const faults: [name: string, shown: (minute: number) => number, isComplete: boolean, reasons: string[]][] = [
    ['nothing wrong', steady, true, []],
    ['one reading of all ones', (at) => (at === 600 ? 0xffffffff : steady(at)), true, ['invalid']],
    ['two hours of zeros', (at) => (at >= 600 && at < 720 ? 0 : steady(at)), false, ['spike']],
    ['a reading too high', (at) => (at === 600 ? 9_000_000 : steady(at)), true, ['spike']],
    ['three hours too high', (at) => (at >= 600 && at < 780 ? 9_000_000 : steady(at)), false, ['spike']],
    ['three hours too low', (at) => (at >= 600 && at < 780 ? 7 : steady(at)), false, ['spike']],
    ['too high over midnight', (at) => (at >= 1380 && at < 1500 ? 9_000_000 : steady(at)), false, ['spike']],
  ]
  for (const [name, shown, isComplete, reasons] of faults) {
    test(`${name}: the day has the counted amount, and reports excluded readings`, async () => {
      const { inTree, inReport } = await makeMeter('u32', shown)
      // An amount counted without good readings is booked with the next good one, here not before midnight.
      const expected = name === 'too high over midnight' ? 276 : 288
      const tree = await inTree()
      assert.deepEqual([tree.energy, tree.isComplete, tree.reasons], [expected, isComplete, reasons])
      assert.equal(tree.coverage === 1, isComplete)
      const report = await inReport()
      assert.deepEqual([report.value, report.reasons], [expected, reasons])
      assert.equal(report.coverage === 1, isComplete)
    })
  }

  test('an unexplained fall is excluded, and the day is incomplete', async () => {
    const { inTree, inReport } = await makeMeter('u32', (at) => (at < 600 ? steady(at) : steady(at) - 1000))
    const tree = await inTree()
    assert.deepEqual([tree.energy, tree.isComplete, tree.reasons], [286, false, ['replacement']])
    const report = await inReport()
    assert.deepEqual([report.value, report.reasons], [286, ['replacement']])
    assert.ok((report.coverage ?? 1) < 1)
  })

  test('a limit of the parameter is one for trees and reports', async () => {
    const meter = await makeMeter('u32', (at) => (at < 600 ? steady(at) : steady(at) + 50_000))
    assert.equal((await meter.inReport()).value, 50_288, 'nobody said how much is possible')
    await post(`/param/${meter.paramId}/change/`, { hourlyMax: '100' })
    assert.deepEqual([(await meter.inReport()).value, (await meter.inReport()).reasons], [286, ['jump']])
    const limited = await makeMeter('u32', (at) => (at < 600 ? steady(at) : steady(at) + 50_000))
    await post(`/param/${limited.paramId}/change/`, { hourlyMax: '100' })
    const { energy, isComplete, reasons } = await limited.inTree()
    assert.deepEqual([energy, isComplete, reasons], [286, false, ['jump']])
  })

  test("a step far beyond the counter's history is excluded until a user accepts it", async () => {
    const jumps = (at: number) => (at < 600 ? 10_000 + steady(at) : 60_000 + steady(at))
    const meter = await makeMeter('u32', jumps, 8)
    const set = [286, false, ['unusual']]
    const ofTree = async () => {
      const { energy, isComplete, reasons } = await meter.inTree()
      return [energy, isComplete, reasons]
    }
    const ofReport = async () => {
      const { value, coverage, reasons } = await meter.inReport()
      return [value, coverage === 1, reasons]
    }
    assert.deepEqual([await ofTree(), await ofReport()], [set, set])
    const span = { from: new Date(day).toISOString(), till: new Date(day + 1).toISOString() }
    await post(`${meter.counter}recompute/`, span)
    assert.deepEqual(await ofTree(), set, 'asking again gives the same')
    const { proposals } = (await get(meter.counter)) as { proposals: { kind: string; value: string; on?: string }[] }
    const step = { kind: 'step', value: '50002', on: new Date(day + 600 * minuteMs).toISOString() }
    const proposed = proposals.find(({ kind }) => kind === 'step')
    assert.deepEqual({ kind: proposed?.kind, value: proposed?.value, on: proposed?.on }, step)
    for (const wrong of [
      { ...step, on: undefined },
      { ...step, value: '1' },
      { ...step, on: span.from },
    ]) {
      assert.equal((await api.call('manager', 'POST', `${meter.counter}accept/`, wrong)).status, 404)
    }
    await post(`${meter.counter}accept/`, step)
    const complete = [50_288, true, []]
    assert.deepEqual([await ofTree(), await ofReport()], [complete, complete])
    const { exchanges } = (await get(meter.counter)) as { exchanges: { id: number }[] }
    await post(`${meter.counter}exchange/${exchanges[0]?.id}/delete/`)
    assert.deepEqual([await ofTree(), await ofReport()], [set, set])
    await post(`/param/${meter.paramId}/change/`, { hourlyMax: '60000' })
    assert.deepEqual([await ofTree(), await ofReport()], [set, complete], 'a limit goes before what is usual')
  })

  test('a load that goes on is booked, however much more than before it is', async () => {
    const { inTree, inReport } = await makeMeter('u32', (at) => steady(at) + 5000 + Math.max(at - 600, 0) * 50, 8)
    const [tree, report] = [await inTree(), await inReport()]
    assert.deepEqual([tree.energy, tree.isComplete, tree.reasons], [41_788, true, []])
    assert.deepEqual([report.value, report.reasons], [41_788, []])
  })

  test('the rollover of a display is proposed and accepted, and stored figures are recalculated on request', async () => {
    const meter = await makeMeter('u32', (at) => (98_500 + steady(at)) % 100_000)
    const before = await meter.inTree()
    assert.deepEqual([before.energy, before.isComplete, before.reasons], [286, false, ['reset']])
    const { proposals } = (await get(meter.counter)) as {
      proposals: { kind: string; value: string; evidence: object }[]
    }
    const [proposal] = proposals
    assert.deepEqual([proposal?.kind, proposal?.value], ['rolloverAt', '100000'])
    assert.ok('falls' in (proposal?.evidence ?? {}))
    const wrong = await api.call('manager', 'POST', `${meter.counter}accept/`, { kind: 'rolloverAt', value: '1000' })
    assert.equal(wrong.status, 404)
    const accepted = { kind: 'rolloverAt', value: '100000' }
    assert.equal((await api.call('operator', 'POST', `${meter.counter}accept/`, accepted)).status, 401)
    await post(`${meter.counter}accept/`, accepted)
    assert.equal((await meter.inReport()).value, 288, 'reports follow at once')
    assert.equal((await meter.inTree()).energy, 286, 'kept figures do not')
    const span = { from: new Date(day).toISOString(), till: new Date(day + 1).toISOString() }
    assert.deepEqual(await post(`${meter.counter}recompute/`, span), { days: 1, daysLeft: 0 })
    const after = await meter.inTree()
    assert.deepEqual([after.energy, after.isComplete, after.reasons], [288, true, []])
    const rows = await api.service.db.sql<{ action: string }[]>`
      select action from audit where object_id = ${String(meter.paramId)} order by id`
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['param.accept-proposal', 'param.recompute'],
    )
  })

  test('figures whose readings were deleted are not worked out again', async () => {
    const { paramId, inTree, counter } = await makeMeter('u32', steady)
    assert.equal((await inTree()).energy, 288)
    const { sql } = api.service.db
    const [device] = await sql<{ id: number }[]>`select device_id as id from param where id = ${paramId}`
    await sql`delete from poll where device_id = ${device?.id ?? 0} and read_on < ${new Date(day + dayMs / 2)}`
    const span = { from: new Date(day - dayMs).toISOString(), till: new Date(day + dayMs).toISOString() }
    assert.deepEqual(await post(`${counter}recompute/`, span), { days: 1, daysLeft: 2 })
    assert.equal((await inTree()).energy, 288)
  })

  test('a meter replacement is entered and removed again', async () => {
    const { inTree, inReport, counter } = await makeMeter('u32', (at) => (at < 600 ? steady(at) : 5 + (at - 600) / 5))
    assert.equal((await inTree()).energy, 286)
    const expected = {
      on: new Date(day + 595 * minuteMs).toISOString(),
      endValue: '1407',
      startValue: '4',
      reason: 'Worn out',
    }
    const { id } = await post(`${counter}exchange/`, expected)
    // The old one showed 1406 at last and went on to 1407; the new one began at 4 and showed 5.
    const tree = await inTree()
    assert.deepEqual([tree.energy, tree.isComplete, tree.reasons], [288, true, []])
    assert.equal((await inReport()).value, 288)
    const { exchanges } = (await get(counter)) as { exchanges: object[] }
    assert.deepEqual(exchanges, [{ id, ...expected }])
    await post(`${counter}exchange/${id}/delete/`)
    assert.equal((await inTree()).energy, 286)
    assert.equal((await inReport()).value, 286)
  })

  test('64 bits keep every digit', async () => {
    const first = 2n ** 62n + 1n
    const shown = (minute: number) => {
      const text = String(first + BigInt((minute + 1440) / 10) * 10_000_000_000_000_001n)
      return { number: Number(text), text }
    }
    const { inTree, inReport } = await makeMeter('u64', shown)
    const text = String(144n * 10_000_000_000_000_001n)
    assert.deepEqual([(await inTree()).energyText, (await inTree()).energy], [text, Number(text)])
    const { valueText, value } = (await inReport()) as { valueText?: string; value?: number | null }
    assert.deepEqual([valueText, value], [text, Number(text)])
  })

  test('a history of hours proposes a limit', async () => {
    const { params } = await makeDevice(api, api.orgId, 'limit', [{ valueType: 'u32' }])
    const paramId = params[0]?.id ?? 0
    const from = Date.UTC(2026, 9, 1)
    const rows = Array.from({ length: 40 * 96 }, (_, at) => [from + at * 900_000, 1000 + 3 * at] as const)
    await loadRows(api, api.orgId, paramId, rows)
    const { proposals, hourlyMax } = (await get(`/param/${paramId}/counter/`)) as {
      proposals: { kind: string; value: string }[]
      hourlyMax: string | null
    }
    assert.equal(hourlyMax, null)
    assert.deepEqual(
      proposals.map(({ kind, value }) => [kind, value]),
      [['hourlyMax', '24']],
    )
  })
})
