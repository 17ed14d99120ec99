import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PolledDevice } from '../readings/values/trouble.rules.ts'
import {
  type Alarm,
  type Alert,
  alarmsOf,
  byStatus,
  deviceCounts,
  type NetLink,
  needsAttention,
  netStatus,
} from './net-status.rules.ts'

const device = (more: Partial<PolledDevice> = {}): PolledDevice => ({
  deviceId: 1,
  name: 'Meter',
  modbusUnitId: 1,
  state: 'ok',
  updatePeriodSec: 5,
  lastGoodReadOn: '2026-11-14T10:00:00Z',
  ...more,
})
const silent = device({ trouble: { kind: 'no-answer', reason: 'Timeout', since: '2026-11-14T09:00:00Z' } })
const paused = device({ trouble: { kind: 'paused' }, state: 'disabled' })
const idle = device({ state: 'nothing-to-read' })
const linkDown = (on: string): PolledDevice => device({ lastGoodReadOn: on, trouble: { kind: 'link-down', since: on } })
const link = (devices: PolledDevice[], more: Partial<NetLink> = {}): NetLink => ({
  netId: 7,
  connected: true,
  devices,
  ...more,
})
const alert = (logAs: Alert['logAs'], more: Partial<Alert> = {}): Alert => ({
  id: 1,
  name: logAs,
  slug: logAs,
  logAs,
  isEnabled: true,
  isActive: true,
  isUnjudged: false,
  undelivered: 0,
  netIds: [7],
  ...more,
})
const place = { alertId: 1, netId: 7, netName: 'N', deviceId: 1, deviceName: 'D', paramId: 3 }
const alarm = (...parameters: Parameters<typeof alert>): Alarm => ({ alert: alert(...parameters), locations: [place] })
const muted = { held: { why: 'mute' } } as Partial<Alert>

describe('a network is as bad as the worst of its alerts and of what keeps it from being read', () => {
  const rows: readonly [name: string, link: NetLink | undefined, alarms: Alarm[], tone: string, why: string][] = [
    ['not known yet', undefined, [], 'none', ''],
    ['all is read', link([device()]), [], 'ok', ''],
    ['one of two is silent', link([device(), silent]), [], 'unknown', 'silent 1/2'],
    ['the only one is silent', link([silent]), [], 'unknown', 'no-answer 09:00'],
    ['a paused one beside it is not counted', link([silent, paused, device()]), [], 'unknown', 'silent 1/2'],
    [
      'the link is down',
      link([linkDown('2026-11-14T08:00:00Z'), linkDown('2026-11-14T09:30:00Z')]),
      [],
      'unknown',
      'link-down 09:30',
    ],
    ['all are paused', link([paused, idle]), [], 'muted', 'paused'],
    ['the network is paused', link([paused], { disabledOn: '2026-11-14T00:00:00Z' }), [], 'muted', 'paused'],
    ['nothing is to be read', link([idle]), [], 'ok', ''],
    ['it is empty', link([]), [], 'muted', 'empty'],
    ['a warning goes before silence', link([device(), silent]), [alarm('warning')], 'warning', 'alert warning'],
    ['silence goes before what is only told', link([device(), silent]), [alarm('info')], 'unknown', 'silent 1/2'],
    [
      'a failure goes before a warning',
      link([device()]),
      [alarm('warning'), alarm('failure')],
      'critical',
      'alert failure',
    ],
    ['a muted alert does not count', link([device()]), [alarm('critical', muted)], 'ok', ''],
  ]
  for (const [name, netLink, alarms, tone, why] of rows) {
    test(name, () => {
      const status = netStatus(netLink, alarms, 7)
      assert.equal(status?.tone ?? 'none', tone)
      const found = status?.why
      const text =
        found?.kind === 'alert'
          ? `alert ${found.alert.logAs}`
          : found?.kind === 'silent'
            ? `silent ${found.silent}/${found.all}`
            : found?.kind === 'trouble'
              ? `${found.trouble.kind} ${found.trouble.since?.slice(11, 16)}`
              : (found?.kind ?? '')
      assert.equal(text, why)
    })
  }
})

test('the worst come first, then by name; what is paused is among those in order', () => {
  const rows = (['ok', 'muted', 'unknown', 'critical', 'warning', 'info'] as const).map((tone, i) => ({
    net: { name: `Net ${10 - i}` },
    status: { tone, why: null },
  }))
  const ordered = [...rows, { net: { name: 'Net 2' }, status: { tone: 'ok', why: null } as const }].toSorted(byStatus)
  assert.deepEqual(
    ordered.map(({ net, status }) => `${status.tone} ${net.name}`),
    ['critical Net 7', 'warning Net 6', 'unknown Net 8', 'info Net 5', 'ok Net 2', 'muted Net 9', 'ok Net 10'],
  )
  assert.equal(ordered.filter(({ status }) => needsAttention(status)).length, 3)
})

test('alarms: the worst first, confirmed ones after them, muted ones last', () => {
  const alerts = [
    alert('warning', { id: 1, startedOn: '2026-11-14T01:00:00Z' }),
    alert('critical', { id: 2, ...muted }),
    alert('critical', { id: 3, confirmed: { from: 'Jan', on: '2026-11-14T01:00:00Z' } }),
    alert('failure', { id: 4 }),
    alert('warning', { id: 5, startedOn: '2026-11-14T02:00:00Z' }),
    alert('failure', { id: 6, isActive: false }),
  ]
  assert.deepEqual(
    alarmsOf(alerts, [place]).map(({ alert: { id }, locations }) => [id, locations.length]),
    [
      [4, 0],
      [5, 0],
      [1, 1],
      [3, 0],
      [2, 0],
    ],
  )
})

test('devices are counted when all networks are known', () => {
  assert.equal(deviceCounts([link([device()]), undefined]), null)
  assert.deepEqual(deviceCounts([link([device(), silent]), link([paused])]), { all: 3, read: 1, silent: 1, paused: 1 })
})
