import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { type KillableDatabase, killableDatabase } from '@busbar/database/testing'
import { monotonicClock } from '@busbar/kit'
import { until } from '@busbar/kit/testing'
import { writeByAlert } from '../../alerting/alerting.ts'
import { writesToParams } from '../../history/annotations.sql.ts'
import { CommandHandler } from '../../integrations/mqtt/command-handler.ts'
import { writeByConnector } from '../../integrations/write-by-connector.ts'
import { CommandOutcomes, type CommandOutcomesOptions } from './command-outcomes.ts'
import { InterruptedCommands } from './interrupted-commands.ts'
import { shareBench, type WritingBench } from './testing/writing-bench.ts'
import { Writing } from './writing.ts'

const writeFunctions = new Set([5, 6, 16])
const retryMs = 5000
const strictLog = { info: () => {}, error: (details: object) => assert.fail(JSON.stringify(details)) }
const waitMs = 3000
const program = fileURLToPath(import.meta.resolve('./testing/doomed-writer.ts'))

describe('a command that was carried out while the database went away', () => {
  let bench: WritingBench
  let database: KillableDatabase
  let isFirst = true
  shareBench(
    (started) => {
      bench = started
    },
    async () => {
      database = await killableDatabase()
      return { db: database.db, onError: () => {} }
    },
  )

  beforeEach(async () => {
    if (isFirst) return void (isFirst = false)
    await until(() => isAnswering())
    await bench.reconnect()
  })

  const isAnswering = (): Promise<boolean> =>
    bench.service.db.sql`select 1`.then(
      () => true,
      () => false,
    )
  const file = (): string => join(bench.dataFolder, 'command-outcomes.json')

  /** The database suffers this once the device has carried out the next command. */
  const afterAnswer = (suffer: () => void): void => {
    bench.devices.onRequest = (fn) => {
      if (!writeFunctions.has(fn)) return
      bench.devices.onRequest = () => {}
      suffer()
    }
  }

  type Row = { action: string; after: Record<string, unknown> }
  const outcomes = async (since: number): Promise<Row[]> => {
    const rows = await bench.service.db.sql<Row[]>`
      select action, after from audit where action like '%-outcome' and id > ${since} order by id`
    return [...rows]
  }
  const lastRecord = async (): Promise<number> => {
    const [{ id }] = await bench.service.db.sql<[{ id: number }]>`select coalesce(max(id), 0)::int as id from audit`
    return id
  }
  /** Time passes until so many are recorded: not so much that sessions end. */
  const recorded = async (since: number, count = 1): Promise<Row[]> => {
    await until(() => isAnswering())
    let looks = 0
    await until(async () => {
      if (looks % 20 === 0) bench.clock.advance(retryMs)
      looks += 1
      return !existsSync(file()) && (await outcomes(since)).length >= count
    })
    return outcomes(since)
  }

  const org = (path: string): string => `/org/${bench.orgId}/params/${path}/`
  const connection = () => ({ kind: 'net-id', networkId: bench.netId })
  const rawWrite = () => ({ deviceModbusId: 1, address: 0, kind: 'holding', values: [7], connection: connection() })
  const post = async (path: string, body: object): Promise<unknown> => {
    const { status, headers, body: answer } = await bench.call('operator', 'POST', path, body)
    assert.deepEqual([status, headers.get('retry-after')], [200, null], JSON.stringify(answer))
    return answer
  }
  const byMessage = async (paramId: number, value: string): Promise<unknown> => {
    let answer = ''
    const connector = { orgId: bench.orgId, name: 'Broker' }
    const handler = new CommandHandler({
      root: 'plant',
      filters: ['#'],
      clock: bench.clock,
      now: bench.service.now,
      write: (...command) => writeByConnector(bench.service)(connector, ...command),
      find: () => ({ device: {}, param: { id: paramId, labels: null } }) as never,
      answer: (_topic, payload) => {
        answer = payload
      },
    })
    const payload = Buffer.from(value)
    await handler.handle({
      topic: 'plant/hall/meter/power/set',
      payload,
      isRetained: false,
      isDuplicate: false,
    } as never)
    return JSON.parse(answer)
  }

  const kinds: [
    name: string,
    send: (id: number) => Promise<unknown>,
    answer: object,
    outcome: string,
    fields?: object,
  ][] = [
    [
      'a write',
      (id) => post(`/param/${id}/write/`, { newValue: '7' }),
      { ok: { oldValue: '0', newValue: '7', formattedValue: '7' } },
      'param.write-outcome',
    ],
    [
      'an increment',
      (id) => post(org('increment'), { param: `#${id}`, amount: '7' }),
      { ok: { oldValue: '0', newValue: '7' } },
      'param.write-outcome',
    ],
    [
      'a toggle',
      (id) => post(org('toggle'), { param: `#${id}`, default: '0', on: '7' }),
      { ok: { oldValue: '0', newValue: '7' } },
      'param.write-outcome',
    ],
    [
      'a control of a visualization',
      async (id) => {
        const item = { code: 'valve', control: { kind: 'setPoint', paramId: id } }
        const source = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><g id="valve"/></svg>'
        const path = `/org/${bench.orgId}/viss/create/`
        const { body } = await bench.call('manager', 'POST', path, { name: `Plant ${id}`, source, items: [item] })
        return post(`/vis/${(body as { id: number }).id}/control/valve/`, { newValue: '7' })
      },
      { ok: { oldValue: '0', newValue: '7', formattedValue: '7' }, auditPending: true },
      'param.write-outcome',
    ],
    [
      'a raw write',
      () => post('/raw/write-register-group/', rawWrite()),
      { ok: { written: 1 } },
      'raw.write-register-group-outcome',
    ],
    [
      'a raw request',
      () => post('/raw/request/', { deviceModbusId: 1, pdu: '0600000007', connection: connection() }),
      { pdu: '0600000007', tookMs: 0, auditPending: true },
      'raw.request-outcome',
    ],
    [
      'a write of an alert',
      (id) => writeByAlert(bench.service)(bench.orgId, id, '7', 'alert 1 (1): Hot'),
      { ok: true },
      'param.write-outcome',
    ],
    [
      'a command by MQTT',
      (id) => byMessage(id, '7'),
      { ok: true, oldValue: '0', newValue: '7', auditPending: true },
      'param.write-outcome',
    ],
  ]

  for (const [name, send, answer, action] of kinds) {
    test(`${name}: the answer is what the device did, and the outcome is recorded once the database is back`, async () => {
      bench.bank.holding.fill(0)
      const id = await bench.paramOf({ address: 0, valueType: 'u16' })
      const since = await lastRecord()
      bench.devices.requestedFns = []
      afterAnswer(() => database.kill())
      assert.deepEqual(await send(id), answer)
      assert.deepEqual(bench.wordsAt(0, 1), [7])
      const [kept] = JSON.parse(await readFile(file(), 'utf8')) as { action: string }[]
      assert.equal(kept?.action, action)
      const rows = await recorded(since)
      assert.deepEqual(
        rows.map((row) => [row.action, row.after['outcome'], typeof row.after['answeredOn']]),
        [[action, 'done', 'string']],
      )
      assert.equal(bench.devices.written.length, 1)
    })
  }

  test('a database that hangs holds up the answer for a moment only', async (t) => {
    bench.bank.holding.fill(0)
    const id = await bench.paramOf({ address: 0, valueType: 'u16' })
    const since = await lastRecord()
    const { outcomes: recorder } = bench.service
    const record = recorder.record.bind(recorder)
    const isRecording = Promise.withResolvers<void>()
    t.mock.method(recorder, 'record', (...outcome: Parameters<typeof record>) => {
      const recording = record(...outcome)
      isRecording.resolve()
      return recording
    })
    afterAnswer(() => database.halt())
    const answer = bench.write(id, '7')
    await isRecording.promise
    bench.clock.advance(waitMs)
    assert.deepEqual(await answer, { ok: { oldValue: '0', newValue: '7', formattedValue: '7' } })
    database.goOn()
    assert.deepEqual(
      (await recorded(since)).map(({ after }) => after['outcome']),
      ['done'],
    )
  })

  /** A service that starts on the same data folder, or on one of its own. */
  const settle = async (known: Pick<CommandOutcomes, 'isPending'>): Promise<void> => {
    const { db, now } = bench.service
    const writing = new Writing({ sql: db.sql, clock: monotonicClock })
    writing.start()
    const withDeviceLock: Writing['withDeviceLock'] = (device, _dueAt, work) =>
      writing.withDeviceLock(device, monotonicClock.now() + retryMs, work)
    const interrupted = new InterruptedCommands({
      db,
      clock: bench.clock,
      now,
      writing: { withDeviceLock },
      outcomes: known,
      log: strictLog,
    })
    interrupted.start()
    await interrupted.settled()
    await interrupted.stop()
    await writing.stop()
  }
  const write = async (isRaw = false): Promise<{ id: number; since: number }> => {
    bench.bank.holding.fill(0)
    const id = await bench.paramOf({ address: 0, valueType: 'u16' })
    const since = await lastRecord()
    afterAnswer(() => database.kill())
    const answer = await (isRaw ? post('/raw/write-register-group/', rawWrite()) : bench.write(id, '7'))
    assert.ok('ok' in (answer as object))
    await until(() => isAnswering())
    return { id, since }
  }
  const nextService = (log: CommandOutcomesOptions['log'] = strictLog): CommandOutcomes => {
    const { service, clock, dataFolder: folder } = bench
    return new CommandOutcomes({ db: service.db, clock, now: service.now, log, folder })
  }

  test('a node that is killed while it waits for the database leaves the outcome to the next start', async () => {
    bench.bank.holding.fill(0)
    const id = await bench.paramOf({ address: 0, valueType: 'u16' })
    const since = await lastRecord()
    const options = JSON.stringify(bench.service.db.sql.options)
    const ids = [bench.orgId, bench.netId, id, bench.accounts.operator].map(String)
    afterAnswer(() => database.halt())
    const child = spawn(process.execPath, [program, options, String(bench.proxy.port), bench.dataFolder, ...ids], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const exited = once(child, 'exit')
    await until(() => existsSync(file()))
    child.kill('SIGKILL')
    await exited
    database.goOn()
    await until(() => isAnswering())
    const next = nextService()
    await next.start()
    await settle(next)
    await next.stop()
    assert.deepEqual(
      (await outcomes(since)).map(({ after }) => after['outcome']),
      ['done'],
    )
  })

  for (const isRaw of [false, true]) {
    test(`the next start of the service records the outcome of a ${isRaw ? 'raw ' : ''}write, once`, async () => {
      const { since } = await write(isRaw)
      const next = nextService()
      await next.start()
      await settle(next)
      assert.equal(existsSync(file()), false)
      await next.stop()
      // The service before, had it lived on.
      await recorded(since)
      bench.clock.advance(retryMs)
      await bench.service.outcomes.stop()
      await bench.service.outcomes.start()
      assert.deepEqual(
        (await outcomes(since)).map(({ after }) => after['outcome']),
        ['done'],
      )
    })
  }

  test('an outcome that another node recorded as unclear is followed by the known one', async () => {
    const { id, since } = await write()
    await settle({ isPending: () => false })
    assert.equal((await outcomes(since)).length, 1)
    assert.deepEqual(
      (await recorded(since, 2)).map(({ after }) => after['outcome']),
      ['unclear', 'done'],
    )
    const { service, orgId } = bench
    const span = { from: new Date(0), till: new Date(service.now().getTime() + retryMs) }
    const [shown] = await writesToParams(service.db.sql, orgId, [id], span, 10)
    assert.equal(shown?.outcome, 'done')
  })

  test('a file that cannot be read is kept under another name, and the service starts', async () => {
    await writeFile(file(), '[{')
    const logged: string[] = []
    const next = nextService({ info: () => {}, error: (_details, message) => void logged.push(message) })
    await next.start()
    await next.stop()
    assert.deepEqual(logged, ['unrecorded outcomes of commands could not be read'])
    assert.equal(await readFile(`${file()}.damaged`, 'utf8'), '[{')
    await rm(`${file()}.damaged`)
  })
})
