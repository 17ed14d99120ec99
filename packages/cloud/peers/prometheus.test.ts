import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { makeDevice, pollOf, recordPolls } from '../src/history/testing/polls.ts'
import { deleteConnector, findConnector, insertConnector } from '../src/integrations/connectors.sql.ts'
import { remoteWriteSettings } from '../src/integrations/remote-write/settings.ts'
import type { TestApi } from '../src/testing/api.ts'
import { shareApi } from '../src/testing/shared-api.ts'

const startedAgoMs = 700_000

const skip = spawnSync('prometheus', ['--version']).error === undefined ? false : 'no prometheus here'

describe('prometheus', { skip }, () => {
  let api: TestApi
  let folder = ''
  let port = 0
  let server: ChildProcess
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'busbar-prometheus-'))
    const free = createServer().listen(0, '127.0.0.1')
    await once(free, 'listening')
    ;({ port } = free.address() as AddressInfo)
    free.close()
  })
  shareApi(
    async (started) => {
      api = started
      const device = await makeDevice(api, api.orgId, 'a', [{ valueType: 'u16', unitName: 'V' }])
      const at = api.service.now().getTime()
      await recordPolls(api, [pollOf(device, device.params, at, { [device.params[0]?.id ?? 0]: 230.5 })])
      const path = `/org/${api.orgId}/api-keys/create/`
      const key = (await api.call('owner', 'POST', path, { name: 'p', role: 'viewer' })).body as Record<string, string>
      const target = new URL(api.url).host
      const basic_auth = { username: key['apiKey'], password: key['password'] }
      writeFileSync(
        join(folder, 'p.yml'),
        JSON.stringify({
          global: { scrape_interval: '1s', scrape_timeout: '1s' },
          storage: { tsdb: { out_of_order_time_window: '2h' } },
          remote_read: [{ url: `${api.url}/api/v1/org/${api.orgId}/prometheus/read/`, basic_auth, read_recent: true }],
          scrape_configs: [
            {
              job_name: 'busbar',
              metrics_path: `/api/v1/org/${api.orgId}/metrics/`,
              basic_auth,
              static_configs: [{ targets: [target] }],
            },
          ],
        }),
      )
      start()
    },
    { find: (host) => Promise.resolve(host) },
  )
  const start = (): void => {
    const args = [
      `--config.file=${folder}/p.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--web.enable-remote-write-receiver',
    ]
    server = spawn('prometheus', args, { stdio: 'ignore' })
  }
  const kill = async (): Promise<void> => {
    server.kill('SIGKILL')
    await once(server, 'exit')
  }
  after(async () => {
    await kill()
    rmSync(folder, { recursive: true })
  })

  const query = async (expr: string, at?: number): Promise<string[]> => {
    try {
      const time = at === undefined ? '' : `&time=${at / 1000}`
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(expr)}${time}`)
      const { data } = (await answer.json()) as { data: { result: { value: [number, string] }[] } }
      return data.result.map(({ value: [, value] }) => value)
    } catch {
      return []
    }
  }
  const until = async (expr: string, expected: readonly string[], at?: number): Promise<void> => {
    let found: string[] = []
    for (let tries = 0; tries < 150; tries += 1) {
      // Waiters within the service go on.
      api.clock.advance(500)
      found = await query(expr, at)
      if (JSON.stringify(found) === JSON.stringify(expected)) return
      await wait(200)
    }
    assert.deepEqual(found, expected, expr)
  }

  test('promtool finds nothing wrong with the text', async () => {
    const { body } = await api.call('viewer', 'GET', `/org/${api.orgId}/metrics/`)
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input: String(body),
      encoding: 'utf8',
    })
    assert.equal(status, 0, `${stdout}${stderr}`)
  })

  test('a value is scraped by an API key, and gone when it is old', async () => {
    await until('busbar_reading{unit="V",job="busbar"}', ['230.5'])
    await until('busbar_device_up', ['1'])
    api.clock.advance(181_000)
    await until('busbar_device_up', ['0'])
    await until('busbar_reading{job="busbar"}', [])
  })

  describe('remote-read', () => {
    const hourMs = 3_600_000
    let began = 0
    before(async () => {
      const device = await makeDevice(api, api.orgId, 'h', [{ valueType: 'u32', unitName: 'kWh' }])
      const [param] = device.params
      began = api.service.now().getTime() - 30 * 24 * hourMs
      const polls = Array.from({ length: 241 }, (_, at) =>
        // A counter, with an hour of silence in the middle of four.
        pollOf(
          device,
          device.params,
          began + at * 60_000,
          at >= 120 && at < 180 ? 'Timeout' : { [param?.id ?? 0]: at },
        ),
      )
      await recordPolls(api, polls)
    })

    test('PromQL over readings of a month ago; a gap is a gap', async () => {
      const kwh = 'busbar_reading{unit="kWh"}'
      const at = (hours: number): number => began + hours * hourMs
      await until(kwh, ['60'], at(1))
      assert.deepEqual(await query(kwh, at(2) + 60_000), [])
      assert.deepEqual(await query(kwh.replace('=', '=~').replace('kWh', 'k.h|V'), at(4)), ['240'])
      assert.deepEqual(await query(`max_over_time(${kwh}[3h])`, at(2)), ['119'])
      assert.deepEqual(await query(`count_over_time(${kwh}[4h1m])`, at(4)), ['181'])
      const [perHour] = await query(`sum(increase(${kwh}[1h]))`, at(1.5))
      assert.ok(Math.abs(Number(perHour) - 60) < 1.1, String(perHour))
      assert.deepEqual(await query('busbar_reading{device=~"no.*"}', at(1)), [])
    })
  })

  test('remote-write: what is recorded arrives, and what was recorded while it was away', async () => {
    const device = await makeDevice(api, api.orgId, 'w', [{ valueType: 'u16', unitName: 'A' }])
    const [param] = device.params
    // Prometheus goes by the clock of this machine.
    const now = Math.floor(Date.now() / 1000) * 1000
    const poll = (secondsAgo: number, value: number | null) =>
      pollOf(device, device.params, now - secondsAgo * 1000, value === null ? 'Timeout' : { [param?.id ?? 0]: value })
    const read = async (...polls: ReturnType<typeof poll>[]): Promise<void> => {
      await recordPolls(api, polls)
      api.service.live.publishReadings(polls)
    }
    // Readings from before the connector existed are not sent.
    api.clock.advance(now - startedAgoMs - api.service.now().getTime())
    const { connectors, db } = api.service
    const settings = remoteWriteSettings.parse({
      url: `http://127.0.0.1:${port}/api/v1/write`,
      labels: { sent: 'yes' },
    })
    const id = await insertConnector(
      db.sql,
      api.orgId,
      { kind: 'prometheus', name: 'P', settings, isEnabled: true },
      api.service.now(),
    )
    await connectors.apply(api.orgId, id)
    const row = await findConnector(db.sql, api.orgId, id)
    assert.ok(row)
    assert.deepEqual(await connectors.test(row), { ok: true })
    api.clock.advance(startedAgoMs)
    const amps = 'busbar_reading{sent="yes",unit="A"}'
    await read(poll(600, 1))
    await until(amps, ['1'], now - 590_000)
    await kill()
    await read(poll(500, 2), poll(400, null))
    await read(poll(300, 3))
    start()
    await until(amps, ['3'], now - 290_000)
    assert.deepEqual(await query(amps, now - 490_000), ['2'])
    assert.deepEqual(await query(amps, now - 390_000), [], 'a failure ends the value')
    assert.deepEqual(await query(`busbar_device_up{sent="yes"}`, now - 390_000), ['0'])
    assert.equal(connectors.state(id)?.dropped, 0)
    await deleteConnector(db.sql, id)
    await connectors.apply(api.orgId, id)
  })

  describe('Grafana', () => {
    interface Dashboard {
      templating: { list: { name: string; type: string; query: { query: string } | string }[] }
      panels: { title: string; targets: { expr: string }[] }[]
    }
    const dashboards = ['site', 'device'].map((name): [string, Dashboard] => [
      name,
      JSON.parse(
        readFileSync(new URL(`../../../docs/examples/grafana/${name}.json`, import.meta.url), 'utf8'),
      ) as Dashboard,
    ])
    /** As Grafana fills in what people chose: several go as a regular expression, which only `=~` is for. */
    const filled = (expr: string): string =>
      expr
        .replaceAll('=~"$net"', '=~"(hall-g|hall-silent)"')
        .replaceAll('$net', 'hall-g')
        .replaceAll('$device', 'meter-g')
        .replaceAll('$__range', '1h')

    before(async () => {
      api.clock.advance(Math.max(0, Date.now() - api.service.now().getTime()))
      const device = await makeDevice(api, api.orgId, 'g', [
        { valueType: 'u32', unitName: 'kWh' },
        { valueType: 'u16', unitName: 'W' },
      ])
      const [energy, power] = device.params
      const now = api.service.now().getTime()
      const polls = Array.from({ length: 121 }, (_, at) =>
        pollOf(device, device.params, now - (120 - at) * 60_000, { [energy?.id ?? 0]: at, [power?.id ?? 0]: 1500 }),
      )
      await recordPolls(api, polls)
      // A device without readings and an active alert.
      await makeDevice(api, api.orgId, 'silent', [{ valueType: 'u16' }])
      const { sql } = api.service.db
      const [alert] = await sql<[{ id: number }]>`
        insert into alert (org_id, name, slug, condition_logic, log_as, created_on)
        values (${api.orgId}, 'Hot', 'hot', 'all', 'warning', now()) returning id`
      const episode = { startedOn: now, closedOn: null, confirmed: null }
      await sql`
        insert into alert_state (org_id, alert_id, state) values (${api.orgId}, ${alert.id}, ${sql.json({ episode })})
        on conflict (org_id, alert_id) do update set state = excluded.state`
    })

    for (const [name, { templating, panels }] of dashboards) {
      for (const { name: variable, query: asked } of templating.list.filter(({ type }) => type === 'query')) {
        test(`${name}: the variable ${variable} has choices`, async () => {
          const [, series = '', label = ''] =
            /^label_values\((.+), (\w+)\)$/.exec(typeof asked === 'string' ? asked : asked.query) ?? []
          assert.ok(label !== '', JSON.stringify(asked))
          await filledWith(`group by (${label}) (${filled(series)})`)
        })
      }
      for (const { title, targets } of panels) {
        test(`${name}: ${title} shows something`, async () => {
          assert.ok(targets.length > 0)
          // The default value of a panel would hide missing data.
          for (const { expr } of targets) await filledWith(filled(expr).replace(' or vector(0)', ''))
        })
      }
    }

    const filledWith = async (expr: string): Promise<void> => {
      for (let tries = 0; tries < 50; tries += 1) {
        if ((await query(expr)).length > 0) return
        await wait(200)
      }
      assert.fail(`${expr} gives nothing`)
    }
  })
})
