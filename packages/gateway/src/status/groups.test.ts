import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { stateGroups, stateKeys } from '../api/device/state.contract.ts'
import type { Variant } from '../base/variant.ts'
import { gsmState } from '../box/modem/gsm-state.rules.ts'
import { type StateSources, stateOf } from './groups.ts'

const activation = {
  infrastructureName: '',
  infrastructureShortUrl: '',
  domain: '',
  endpointId: '',
  endpointName: '',
  propertyId: '',
  propertyName: '',
  pin: '',
  hasBonusesEur: '',
  activeTill: null,
  supportEmail: '',
}

const noError = { errorFile: null, errorLine: null, errorCode: null }
const task = { sourceFile: 'A.TSK', periodMs: 500, state: 'idle', lastRunOn: null, lastErrorCode: 'EXC_IO' }

const noModem = (variant: Variant) => gsmState({ variant, isWanted: true, modem: null, ip: null, trafficBytes: 0 })

const sourcesOf = (sources: Partial<StateSources> = {}): StateSources => ({
  variant: 'B',
  identity: { mac: '00:1a:2b:3c:4d:5e' },
  localClock: {
    localNow: () => ({ utcMs: 1_794_782_730_250, date: '2026-11-16', time: '00:45:30', daySec: 2730, isDst: true }),
    sun: () => ({ sunriseSec: 25_000, sunsetSec: null, isPolarDay: false, isPolarNight: true }),
  },
  network: () => undefined,
  sensors: () => ({ voltage: null, temperature: '41.5' }),
  runTime: { status: () => ({ runTimeMin: 5, totalRunTimeMin: 700, resetFlags: ['RST_CAUSE_PO'] }) },
  figures: () => ({
    bus: { requestsPerSec: 9.6, responsesPerSec: 9.4, loadPercent: 61.2 },
    requestsPerSec: 3.2,
    clientsMax: 2,
    ethernetBytesPerSec: 1536,
    gsmBytesPerSec: 512,
    wrongLogins: 0,
  }),
  activation: { status: () => activation },
  store: { status: () => ({ modifyOn: null, isUserModified: false, isDefault: true }) },
  storageProblem: () => null,
  modem: { status: () => noModem(sources.variant ?? 'B') },
  tcpServer: { status: () => ({ isActive: true, listenPortEth: 502, clients: [] }) },
  gsmServer: { status: () => ({ listenPortGsm: 0, clients: [] }) },
  remoteServers: {
    status: () => [
      {
        state: 'waiting',
        waitingTimeSec: null,
        interface: null,
        remoteIp: '10.0.0.7',
        remotePort: 502,
        connectionTimeSec: 0,
        idleTimeSec: 0,
      },
    ],
  },
  callBack: {
    status: () => ({
      state: 'disabled',
      waitingTimeSec: null,
      interface: null,
      remoteIp: null,
      remotePort: 20_502,
      connectionTimeSec: 0,
      idleTimeSec: 0,
      activationWithCode: null,
      activationCode: '',
    }),
  },
  vpn: {
    status: () => ({
      linkState: 'peerUp',
      configServerReached: true,
      lastPeerUp: '2026-11-16T00:45:30.250Z',
      netifIp: '198.18.0.2',
      netifMask: '255.254.0.0',
      peerIp: '203.0.113.5',
      peerPort: 51_820,
      interface: 'eth',
      configState: 'ready',
      ownPubKey: 'AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=',
    }),
  },
  tasks: { status: () => ({ filesFound: 1, loadedOn: null, heapUsedB: 66, ...noError, tasks: [task] }) },
  card: { status: async () => ({ capacityKb: null, freeKb: null, isMounted: false, isInserted: false }) },
  firmwareUpdate: {
    status: async () => ({
      updateState: 'CARD_ABSENT',
      downloadState: 'CARD_ABSENT',
      url: null,
      progress: null,
      errorCode: null,
      availableVersion: null,
      savedVersion: null,
      currentVersion: 100,
    }),
  },
  ...sources,
})

for (const variant of ['A', 'B'] as const) {
  describe(`variant ${variant}: each group is exactly what the contract says`, () => {
    for (const key of stateKeys) {
      test(key, async () => {
        const group = await stateOf(sourcesOf({ variant }), key)
        assert.deepEqual(stateGroups[variant].shape[key].parse(group), group)
      })
    }
  })
}

describe('returns the state groups', () => {
  const eth0 = { name: 'eth0', mac: '00:1a:2b:3c:4d:5e', ip: '10.0.0.2', isDevice: true, isLinkUp: true }
  for (const [key, sources, expected] of [
    ['ethernet', {}, { ip: null, mac: '00:1a:2b:3c:4d:5e', linkUp: false }],
    ['ethernet', { network: () => eth0 }, { ip: '10.0.0.2', mac: '00:1a:2b:3c:4d:5e', linkUp: true }],
    ['time', {}, { timeLocal: '2026-11-16T00:45:30', timeUtc: '2026-11-15T22:45:30Z', isDst: true }],
    ['time', {}, { sunriseLocalSec: 25_000, sunsetLocalSec: null, polarDay: false, polarNight: true }],
    ['vpn', {}, { linkState: 'peerUp', netifIp: '198.18.0.2' }],
    ['fwUpdate', {}, { updateState: 'CARD_ABSENT', currentVersion: 100 }],
    ['memTaskfiles', {}, { filesFound: 1, heapUsedB: 66, tasks: [task] }],
    ['memTaskfiles', { variant: 'A' }, { filesFound: undefined }],
    ['gsm', {}, { simState: 0, pinState: 0, traficTotal: 0, isEnabled: false }],
    ['mbTcpServer', {}, { isActive: true, listenPortEth: 502, listenPortGsm: 0, clients: [] }],
    ['settings', {}, { modifyOn: null, isUserModified: false, isDefault: true, notKept: undefined }],
    ['settings', { storageProblem: () => 'the disk is full' }, { isDefault: true, notKept: 'the disk is full' }],
    ['misc', {}, { voltage: null, temperature: '41.5', resetFlags: ['RST_CAUSE_PO'] }],
    ['misc', { variant: 'A' }, { resetFlags: undefined }],
    ['statistics', {}, { serialAvgPerSecReq: 10, serialAvgPerSecResp: 9, serialAvgPerSecLoad: 61, mbAvgPerSecReq: 3 }],
    ['statistics', {}, { ethAvgPerSecKb: '1.50', gsmAvgPerSecKb: '0.50', runTimeMin: 5, totalRunTimeMin: 700 }],
  ] as const) {
    test(`${key}: ${JSON.stringify(expected)}`, async () => {
      const group: Record<string, unknown> = { ...(await stateOf(sourcesOf(sources), key)) }
      assert.deepEqual(Object.fromEntries(Object.keys(expected).map((field) => [field, group[field]])), expected)
    })
  }
})
