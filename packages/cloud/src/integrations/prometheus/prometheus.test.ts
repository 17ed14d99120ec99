import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { makeDevice, pollOf, recordPolls } from '../../history/testing/polls.ts'
import type { TestApi } from '../../testing/api.ts'
import { shareApi } from '../../testing/shared-api.ts'

describe('readings for Prometheus', () => {
  let api: TestApi
  let device: Awaited<ReturnType<typeof makeDevice>>
  shareApi(async (started) => {
    api = started
    device = await makeDevice(api, api.orgId, 'a', [
      { valueType: 'u16', unitName: 'V' },
      { valueType: 'u16' },
      { valueType: 'string' },
    ])
    const [volts = 0, , word = 0] = device.params.map(({ id }) => id)
    const at = api.service.now().getTime()
    await recordPolls(api, [pollOf(device, device.params, at, { [volts]: 230.5, [word]: 'text' })])
  })
  const scrape = async (query = '') => api.call('viewer', 'GET', `/org/${api.orgId}/metrics/${query}`)
  const lines = async (query = ''): Promise<string[]> =>
    String((await scrape(query)).body)
      .split('\n')
      .filter((line) => !line.startsWith('#') && line !== '')

  test('numbers that are true now; failures and texts are left out', async () => {
    const { headers } = await scrape()
    assert.equal(headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
    assert.deepEqual(await lines(), [
      'busbar_reading{net="hall-a",device="meter-a",param="p0",name="P0",unit="V"} 230.5',
      'busbar_device_up{net="hall-a",device="meter-a"} 1',
      'busbar_network_up{net="hall-a"} 0',
    ])
    assert.deepEqual(await lines(`?netIds=${device.netId}&deviceIds=999999`), [])
  })

  test('an old value is gone', async () => {
    api.clock.advance(181_000)
    assert.deepEqual(await lines(), [
      'busbar_device_up{net="hall-a",device="meter-a"} 0',
      'busbar_network_up{net="hall-a"} 0',
    ])
  })
})

test('dashboards for Grafana ask for metrics that there are', () => {
  const folder = new URL('../../../../../docs/examples/grafana/', import.meta.url)
  const target = z.object({ expr: z.string(), refId: z.string() })
  const dashboard = z.looseObject({
    title: z.string().min(1),
    uid: z.string().min(1).max(40),
    schemaVersion: z.number(),
    templating: z.object({ list: z.array(z.looseObject({ name: z.string(), type: z.string() })) }),
    panels: z
      .array(
        z.looseObject({
          id: z.number(),
          type: z.string(),
          title: z.string().min(1),
          gridPos: z.object({ x: z.number(), y: z.number(), w: z.number().max(24), h: z.number() }),
          targets: z.array(target).min(1),
        }),
      )
      .min(1),
  })
  const files = readdirSync(folder)
  assert.equal(files.length, 2)
  for (const file of files) {
    const { panels, templating } = dashboard.parse(JSON.parse(readFileSync(new URL(file, folder), 'utf8')))
    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length, file)
    const variables = new Set([...templating.list.map(({ name }) => name), '__rate_interval', '__range'])
    for (const { expr } of panels.flatMap(({ targets }) => targets)) {
      for (const [metric] of expr.matchAll(/busbar_\w+/g)) {
        assert.match(metric, /^busbar_(reading|device_up|network_up|alert_active)$/, expr)
      }
      for (const [, name = ''] of expr.matchAll(/\$(\w+)/g)) assert.ok(variables.has(name), `${file}: $${name}`)
    }
  }
})
