import type { Identity } from '../box/identity/identity.ts'
import type { OwnRegisters } from '../bus/gate/own-registers.ts'
import type { SettingsStore } from '../settings/store/store.ts'
import { type Settings, settings as table } from '../settings/table.ts'
import { NotSaved } from '../storage/not-saved.ts'
import type { LocalClock } from '../time/local-clock.ts'

interface Parts {
  readonly identity: Pick<Identity, 'product'>
  readonly store: Pick<SettingsStore, 'active' | 'set'>
  readonly localClock: Pick<LocalClock, 'localNow' | 'sun'>
  readonly restart: () => void
  readonly announcement: () => readonly number[]
  readonly tasks: OwnRegisters['tasks']
}

const lineOf = ({ serial, ownSrv }: Pick<Settings, 'serial' | 'ownSrv'>) => ({
  unitId: ownSrv.vUid ?? 0,
  baudRate: serial.baudRate,
  charFormat: serial.charFormat,
  frameMode: serial.frameMode,
})

/** Values behind the registers of the gateway's own unit. */
export const ownUnit = ({ identity, store, localClock, restart, announcement, tasks }: Parts): OwnRegisters => ({
  type: identity.product.deviceId,
  version: identity.product.firmwareVer,
  time: () => {
    const { sunriseSec, sunsetSec } = localClock.sun()
    return { daySec: localClock.localNow().daySec, sunriseSec, sunsetSec }
  },
  line: () => lineOf(store.active),
  async saveLine({ unitId, ...serial }) {
    try {
      await store.set({ ownSrv: { vUid: unitId === 0 ? null : unitId }, serial }, 2)
      return true
    } catch (error) {
      if (error instanceof NotSaved) return false
      throw error
    }
  },
  lineDefaults: () =>
    lineOf({
      serial: table.serial.initial as Settings['serial'],
      ownSrv: table.ownSrv.initial as Settings['ownSrv'],
    }),
  restart,
  announcement,
  tasks,
})
