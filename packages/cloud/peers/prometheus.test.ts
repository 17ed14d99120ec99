import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { makeDevice, pollOf, recordPolls } from '../src/api/readings/testing/polls.ts'
import type { TestApi } from '../src/testing/api.ts'
import { shareApi } from '../src/testing/shared-api.ts'

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
  shareApi(async (started) => {
    api = started
    const device = await makeDevice(api, api.orgId, 'a', [{ valueType: 'u16', unitName: 'V' }])
    const at = api.service.now().getTime()
    await recordPolls(api, [pollOf(device, device.params, at, { [device.params[0]?.id ?? 0]: 230.5 })])
    const path = `/org/${api.orgId}/api-keys/create/`
    const key = (await api.call('owner', 'POST', path, { name: 'p', role: 'viewer' })).body as Record<string, string>
    const target = new URL(api.url).host
    writeFileSync(
      join(folder, 'p.yml'),
      JSON.stringify({
        global: { scrape_interval: '1s', scrape_timeout: '1s' },
        scrape_configs: [
          {
            job_name: 'busbar',
            metrics_path: `/api/v1/org/${api.orgId}/metrics/`,
            basic_auth: { username: key['apiKey'], password: key['password'] },
            static_configs: [{ targets: [target] }],
          },
        ],
      }),
    )
    const args = [
      `--config.file=${folder}/p.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
    ]
    server = spawn('prometheus', args, { stdio: 'ignore' })
  })
  after(async () => {
    server.kill('SIGKILL')
    await once(server, 'exit')
    rmSync(folder, { recursive: true })
  })

  const query = async (expr: string): Promise<string[]> => {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(expr)}`)
      const { data } = (await answer.json()) as { data: { result: { value: [number, string] }[] } }
      return data.result.map(({ value: [, value] }) => value)
    } catch {
      return []
    }
  }
  const until = async (expr: string, expected: readonly string[]): Promise<void> => {
    let found: string[] = []
    for (let tries = 0; tries < 150; tries += 1) {
      found = await query(expr)
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
    await until('busbar_reading{unit="V"}', ['230.5'])
    await until('busbar_device_up', ['1'])
    api.clock.advance(181_000)
    await until('busbar_device_up', ['0'])
    await until('busbar_reading', [])
  })
})
