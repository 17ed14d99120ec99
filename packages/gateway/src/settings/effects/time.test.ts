import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startProgram, type TestProgram } from '../../testing/program.ts'
import { cookieOf, packetOf, TestTimeServer, until } from '../../time/ntp/testing/time-server.ts'

interface TimeState {
  readonly timeLocal: string
  readonly timeUtc: string
  readonly isDst: boolean
  readonly sunriseLocalSec: number | null
  readonly sunsetLocalSec: number | null
}

const stateOf = async (program: TestProgram): Promise<TimeState> =>
  ((await program.admin().get('state/get/?time')) as { time: TimeState }).time

/** Registers 230 on: time of day, sunrise and sunset. */
const registersOf = async (program: TestProgram): Promise<number[]> => {
  const words = Buffer.from((await program.ask('ff0300e60006')).answer, 'hex').subarray(3)
  return [0, 4, 8].map((at) => words.readInt32BE(at))
}

const setTime = (program: TestProgram, time: string) => program.admin().post('cmd/time/set/', { time })

/** The program, and servers at 127.0.0.2 on whose clocks are so much ahead of the system's. */
const startBeside = async (t: TestContext, count: number, aheadMs: number) => {
  const systemMs = (): number => Date.UTC(2026, 10, 15, 22) + program.clock.now()
  const servers: TestTimeServer[] = []
  for (let i = 0; i < count; i++) {
    const server = new TestTimeServer((request) => packetOf(cookieOf(request), systemMs() + aheadMs))
    servers.push(await server.start(t, `127.0.0.${i + 2}`, servers[0]?.port ?? 0))
  }
  const [server] = servers
  assert.ok(server)
  const program = await startProgram(t, { ntpPort: server.port })
  const sync = () => until(program.admin().post('cmd/time/sync/'), program.clock, ...servers)
  /** How far its clock is ahead of the system's. */
  const ahead = async (): Promise<number> => Date.parse((await stateOf(program)).timeUtc) - systemMs()
  return { program, servers, server, sync, ahead }
}

test('ntp.hostnames: asked one after another, until one tells the time', async (t) => {
  const { program, servers, server, sync, ahead } = await startBeside(t, 2, 7000)
  server.answer = () => null
  await program.set({ ntp: { connMode: 1, hostnames: ['127.0.0.2'] } })
  await assert.rejects(sync(), /^Error: 503 .*ERROR_TIME_SERVERS/)
  assert.equal(await ahead(), 0)
  await program.set({ ntp: { hostnames: ['127.0.0.2', '127.0.0.3'] } })
  assert.deepEqual(await sync(), {})
  assert.equal(await ahead(), 7000)
  assert.deepEqual(
    servers.map(({ requests }) => requests.length),
    [4, 3],
  )
})

test('ntp.connMode: contacts no server when it is null, or for GSM only', async (t) => {
  const { program, server, sync } = await startBeside(t, 1, 7000)
  for (const [connMode, requestCount] of [
    [null, 0],
    [4, 0],
    [1, 3],
    [2, 6],
    [3, 9],
  ] as const) {
    await program.set({ ntp: { connMode, hostnames: ['127.0.0.2'] } })
    const isSynced = await sync().then(
      () => true,
      () => false,
    )
    assert.deepEqual([isSynced, server.requests.length], [connMode !== null && connMode !== 4, requestCount])
  }
})

test('ntp.syncDiffSec: only a clock that is further off is corrected, and that outlives a reboot', async (t) => {
  const { program, sync, ahead } = await startBeside(t, 1, 7000)
  for (const [syncDiffSec, expectedMs] of [
    [7, 0],
    [6, 7000],
  ] as const) {
    await program.set({ ntp: { connMode: 3, hostnames: ['127.0.0.2'], syncDiffSec } })
    await sync()
    assert.equal(await ahead(), expectedMs)
  }
  await program.set({ ntp: { connMode: null } })
  assert.equal(await ahead(), 7000)
})

test('ntp.syncPeriodHr: so long until the servers are asked again', async (t) => {
  const { program, server, sync } = await startBeside(t, 1, 0)
  const { clock } = program
  await program.set({ ntp: { connMode: 1, hostnames: ['127.0.0.2'], syncPeriodHr: 2 } })
  await sync()
  assert.equal(server.requests.length, 3)
  await clock.advanceAsync(2 * 3_600_000 - 5000)
  await server.fence()
  assert.equal(server.requests.length, 3)
  await clock.advanceAsync(5000)
  await server.fence()
  assert.equal(server.requests.length, 4)
})

test('tsMode: summer time as in a country, in the state and in the registers of the gateway itself', async (t) => {
  const program = await startProgram(t)
  for (const [tsMode, timeGmt, utc, timeLocal, isDst] of [
    [null, 4, '2026-07-01T10:00:00Z', '2026-07-01T11:00:00', false],
    [8, 4, '2026-07-01T10:00:00Z', '2026-07-01T12:00:00', true],
    [8, 4, '2026-10-25T01:00:00Z', '2026-10-25T02:00:00', false],
    [10, -20, '2026-03-08T07:00:00Z', '2026-03-08T03:00:00', true],
    [11, 12, '2026-07-01T10:00:00Z', '2026-07-01T13:00:00', false],
  ] as const) {
    await program.set({ tsMode, timeGmt })
    await setTime(program, utc)
    assert.partialDeepStrictEqual(await stateOf(program), { timeLocal, isDst })
    const [daySec] = await registersOf(program)
    assert.equal(daySec, Date.parse(`1970-01-01${timeLocal.slice(10)}Z`) / 1000)
  }
})

test('tsManual.fwdMonth, tsManual.fwdWeek, tsManual.fwdDow, tsManual.fwdHour: when summer time begins', async (t) => {
  const program = await startProgram(t)
  // 8 March 2026 is the second Sunday.
  const own = { fwdMonth: 3, fwdWeek: 2, fwdDow: 7, fwdHour: 5, bwdMonth: 10, bwdWeek: 6, bwdDow: 7, bwdHour: 4 }
  for (const [changes, utc, isDst] of [
    [{}, '2026-03-08T04:59:59Z', false],
    [{}, '2026-03-08T05:00:00Z', true],
    [{ fwdHour: 6 }, '2026-03-08T05:00:00Z', false],
    [{ fwdDow: 1 }, '2026-03-08T05:00:00Z', false],
    [{ fwdDow: 6 }, '2026-03-14T05:00:00Z', true],
    [{ fwdWeek: 1 }, '2026-03-01T05:00:00Z', true],
    [{ fwdMonth: 4 }, '2026-03-20T05:00:00Z', false],
  ] as const) {
    await program.set({ tsMode: 15, tsManual: { ...own, ...changes } })
    await setTime(program, utc)
    assert.equal((await stateOf(program)).isDst, isDst, JSON.stringify([changes, utc]))
  }
})

test('tsManual.bwdMonth, tsManual.bwdWeek, tsManual.bwdDow, tsManual.bwdHour: when it ends, by its own clock', async (t) => {
  const program = await startProgram(t)
  // 3 April 2027 is the first Saturday; summer spans the new year.
  const own = { fwdMonth: 9, fwdWeek: 1, fwdDow: 7, fwdHour: 2, bwdMonth: 4, bwdWeek: 1, bwdDow: 6, bwdHour: 3 }
  for (const [changes, utc, isDst] of [
    [{}, '2026-12-31T23:59:59Z', true],
    [{}, '2027-04-03T01:59:59Z', true],
    [{}, '2027-04-03T02:00:00Z', false],
    [{ bwdHour: 4 }, '2027-04-03T02:00:00Z', true],
    [{ bwdDow: 7 }, '2027-04-03T02:00:00Z', true],
    [{ bwdWeek: 6 }, '2027-04-03T02:00:00Z', true],
    [{ bwdMonth: 3 }, '2027-03-06T02:00:00Z', false],
  ] as const) {
    await program.set({ tsMode: 15, tsManual: { ...own, ...changes } })
    await setTime(program, utc)
    assert.equal((await stateOf(program)).isDst, isDst, JSON.stringify([changes, utc]))
  }
})

test('astro.longDeg, astro.longMin, astro.longSec, astro.latDeg, astro.latMin, astro.latSec, astro.quadrant, astro.sunZenithType: sunrise and sunset', async (t) => {
  const program = await startProgram(t)
  await setTime(program, '2026-06-21T12:00:00Z')
  assert.deepEqual((await registersOf(program)).slice(1), [-1, -1], 'the place is not known')
  const own = { longDeg: 10, longMin: 0, longSec: 0, latDeg: 50, latMin: 0, latSec: 0, quadrant: 0, sunZenithType: 0 }
  const sunAt = async (changes: object): Promise<[number, number]> => {
    await program.set({ astro: { ...own, ...changes } })
    const { sunriseLocalSec, sunsetLocalSec } = await stateOf(program)
    assert.ok(sunriseLocalSec !== null && sunsetLocalSec !== null)
    assert.deepEqual((await registersOf(program)).slice(1), [sunriseLocalSec, sunsetLocalSec])
    return [sunriseLocalSec, sunsetLocalSec]
  }
  const [rise, set] = await sunAt({})
  const noon = (rise + set) / 2
  // In June a day is longer further north, and four minutes of time are a degree of longitude.
  for (const [changes, noonSec, lengthSec] of [
    [{ longDeg: 11 }, -240, 0],
    [{ longMin: 30 }, -120, 0],
    [{ longSec: 45 }, -3, 0],
    [{ quadrant: 1 }, 4800, 0],
    [{ latDeg: 55 }, 0, 3700],
    [{ latMin: 30 }, 0, 320],
    [{ latSec: 59 }, 0, 10],
    [{ quadrant: 2 }, 0, -29_800],
    [{ quadrant: 3 }, 4800, -29_800],
    [{ sunZenithType: 1 }, 0, 5250],
    [{ sunZenithType: 2 }, 0, 13_400],
  ] as const) {
    const [otherRise, otherSet] = await sunAt(changes)
    const [byNoon, byLength] = [(otherRise + otherSet) / 2 - noon, otherSet - otherRise - (set - rise)]
    const text = `${JSON.stringify(changes)}: ${byNoon}, ${byLength}`
    assert.ok(Math.abs(byNoon - noonSec) <= 2, text)
    assert.ok(Math.abs(byLength - lengthSec) <= Math.max(3, Math.abs(lengthSec) / 20), text)
  }
  await program.set({ astro: { ...own, latDeg: 70 } })
  assert.partialDeepStrictEqual(await stateOf(program), { sunriseLocalSec: null, polarDay: true, polarNight: false })
})

test('concurrent time requests share one exchange with the servers', async (t) => {
  const { program, server } = await startBeside(t, 1, 7000)
  await program.set({ ntp: { connMode: 1, hostnames: ['127.0.0.2'] } })
  const all = Promise.all([1, 2, 3].map(() => program.admin().post('cmd/time/sync/')))
  await until(all, program.clock, server)
  assert.equal(server.requests.length, 3)
})
