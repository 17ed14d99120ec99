import type { OwnRegisters } from './gate/own-registers.ts'
import type { SettingsStore } from './settings/store.ts'
import { type Settings, settings as table } from './settings/table.ts'
import type { Identity } from './system/identity.ts'

interface Parts {
  readonly identity: Pick<Identity, 'product'>
  readonly store: Pick<SettingsStore, 'active' | 'set'>
  readonly now: () => Date
  readonly restart: () => void
  readonly announcement: () => readonly number[]
}

const quarterSec = 900
const daySec = 86_400

const lineOf = ({ serial, ownSrv }: Pick<Settings, 'serial' | 'ownSrv'>) => ({
  unitId: ownSrv.vUid ?? 0,
  baudRate: serial.baudRate,
  charFormat: serial.charFormat,
  frameMode: serial.frameMode,
})

/** What stands behind the registers of the gateway's own unit. */
export const ownUnit = ({ identity, store, now, restart, announcement }: Parts): OwnRegisters => ({
  type: identity.product.deviceId,
  version: identity.product.firmwareVer,
  time: () => {
    const localSec = Math.floor(now().getTime() / 1000) + store.active.timeGmt * quarterSec
    return { daySec: ((localSec % daySec) + daySec) % daySec, sunriseSec: null, sunsetSec: null }
  },
  line: () => lineOf(store.active),
  async saveLine({ unitId, ...serial }) {
    await store.set({ ownSrv: { vUid: unitId === 0 ? null : unitId }, serial }, 2)
  },
  lineDefaults: () =>
    lineOf({
      serial: table.serial.initial as Settings['serial'],
      ownSrv: table.ownSrv.initial as Settings['ownSrv'],
    }),
  restart,
  announcement,
})
