import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@busbar/kit/testing'
import type { TestApi } from '../src/testing/api.ts'
import { shareApi } from '../src/testing/shared-api.ts'
import { device, moverOf, net, param } from '../src/transfer/testing/mover.ts'

const isThere = (program: string): boolean => spawnSync(program, ['--help']).error === undefined
const skip = isThere('influxd') ? false : 'no influxd here'
// Debian's package leaves it out; InfluxData's own has it.
const skipInspect = isThere('influx_inspect') ? false : 'no influx_inspect here'

interface Plant {
  orgId: number
  /** Parameter IDs by slug. */
  params: Record<string, number>
}

describe('InfluxDB', { skip }, () => {
  let api: TestApi
  let folder = ''
  let url = ''
  let server: ChildProcess
  shareApi((started) => {
    api = started
    return Promise.resolve()
  })

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'busbar-influxdb-'))
    const [http, rpc] = [await freePort(), await freePort()]
    url = `http://127.0.0.1:${http}`
    for (const name of ['meta', 'data', 'wal']) mkdirSync(join(folder, name))
    const conf = [
      'reporting-disabled = true',
      `bind-address = "127.0.0.1:${rpc}"`,
      '[meta]',
      `dir = "${folder}/meta"`,
      '[data]',
      `dir = "${folder}/data"`,
      `wal-dir = "${folder}/wal"`,
      '[http]',
      `bind-address = "127.0.0.1:${http}"`,
    ]
    writeFileSync(join(folder, 'i.conf'), conf.join('\n'))
    server = spawn('influxd', ['-config', join(folder, 'i.conf')], { stdio: 'ignore' })
    for (;;) {
      if ((await fetch(`${url}/ping`).catch(() => null))?.status === 204) break
      await wait(50)
    }
  })
  const stop = async (): Promise<void> => {
    if (server.exitCode !== null) return
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  after(async () => {
    await stop()
    rmSync(folder, { recursive: true })
  })

  const plant = async (): Promise<Plant> => {
    const mover = moverOf(api)
    const orgId = await mover.emptyOrg()
    const kinds = [
      { id: 1, name: 'Power', slug: 'power' },
      { id: 2, name: 'Total', slug: 'total', address: 10, valueType: 'u64' },
      { id: 3, name: 'State', slug: 'state', address: 20, valueType: 'string', bitsAmount: 64 },
    ]
    const { params } = await mover.take(orgId, {
      networks: [net],
      devices: [device],
      params: kinds.map((kind) => ({ ...param, ...kind })),
    })
    return { orgId, params: Object.fromEntries(kinds.map(({ id, slug }) => [slug, params[String(id)] ?? 0])) }
  }
  const take = async (orgId: number, body: object) => {
    const path = `/org/${orgId}/readings/import/`
    const { status, body: answer } = await api.call('owner', 'POST', path, { name: 'file', isDry: false, ...body })
    assert.equal(status, 200, JSON.stringify(answer))
    return answer as { names: { name: string; paramId?: number }[]; stored: number; refusedCount: number }
  }
  const exported = async (orgId: number): Promise<string> => {
    const path = `${api.url}/api/v1/org/${orgId}/readings/export/?format=line-protocol`
    const response = await fetch(path, { headers: { authorization: `token ${api.tokens.owner}` } })
    assert.equal(response.status, 200)
    return response.text()
  }
  const query = async (text: string): Promise<(string | number)[][]> => {
    const path = `${url}/query?db=busbar&epoch=ms&q=${encodeURIComponent(text)}`
    const { results } = (await (await fetch(path, { method: 'POST' })).json()) as {
      results: { error?: string; series?: { values: (string | number)[][] }[] }[]
    }
    assert.equal(results[0]?.error, undefined)
    return results[0]?.series?.[0]?.values ?? []
  }

  const t = Date.UTC(2026, 10, 1, 10)
  const at = (sec: number): string => new Date(t + 1000 * sec).toISOString()
  // The largest counter that a double holds; a text with all that needs an escape.
  const table = `time,Power,Total,State
${at(0)},1500.5,9007199254740991,auto
${at(10)},-0.25,9007199254740990,"a ""b"", c\\d=e ż"
${at(20)},0,,
`
  let lines = ''

  test('takes our line protocol, and has the same values', async () => {
    const { orgId, params } = await plant()
    const map = { Power: params['power'], Total: params['total'], State: params['state'] }
    assert.equal((await take(orgId, { format: 'csv', text: table, map })).stored, 7)
    lines = await exported(orgId)
    await query('create database busbar')
    const written = await fetch(`${url}/write?db=busbar`, { method: 'POST', body: lines })
    assert.equal(written.status, 204, await written.text())
    assert.deepEqual(await query('select power from busbar'), [
      [t, 1500.5],
      [t + 10_000, -0.25],
      [t + 20_000, 0],
    ])
    assert.deepEqual(await query('select total from busbar'), [
      [t, 9_007_199_254_740_991],
      [t + 10_000, 9_007_199_254_740_990],
    ])
    assert.deepEqual(await query('select state from busbar'), [
      [t, 'auto'],
      [t + 10_000, String.raw`a "b", c\d=e ż`],
    ])
    const tags = await query('show tag values with key in (device, net)')
    assert.deepEqual(
      new Map(tags as [string, string][]),
      new Map([
        ['device', 'meter'],
        ['net', 'hall'],
      ]),
    )
  })

  test('imports the output of influx_inspect without losing a digit', { skip: skipInspect }, async () => {
    await stop()
    const out = join(folder, 'export')
    const folders = ['-datadir', join(folder, 'data'), '-waldir', join(folder, 'wal')]
    const { status, stderr } = spawnSync('influx_inspect', ['export', ...folders, '-database', 'busbar', '-out', out], {
      encoding: 'utf8',
    })
    assert.equal(status, 0, stderr)
    const text = readFileSync(out, 'utf8')
    assert.match(text, /^# INFLUXDB EXPORT/)
    const { orgId } = await plant()
    const dry = await take(orgId, { format: 'line-protocol', text, isDry: true })
    const map = Object.fromEntries(dry.names.map(({ name, paramId }) => [name, paramId]))
    const { stored, refusedCount } = await take(orgId, { format: 'line-protocol', text, map })
    assert.deepEqual([stored, refusedCount], [7, 0], text)
    assert.equal(await exported(orgId), lines)
  })
})
