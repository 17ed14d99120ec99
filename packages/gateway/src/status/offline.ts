import { createPrivateKey } from 'node:crypto'
import { keyFile, storedChoice } from '../box/identity/identity.ts'
import { isUnique } from '../box/identity/interface.rules.ts'
import { pairOf } from '../box/identity/keys.ts'
import { type CallBackMemory, callBackStoreIn, noMemory } from '../network/outbound/memory.ts'
import { filesOf } from '../settings/store/files.ts'
import { Generations } from '../settings/store/generations.ts'
import { initialSettings } from '../settings/store/initial.ts'
import { fromStored } from '../settings/store/stored.rules.ts'
import type { Settings } from '../settings/table.ts'
import type { DataFolder } from '../storage/data-folder.ts'
import { LocalClock } from '../time/local-clock.ts'
import { type GatewayStatus, keysOf, programFacts, timeOf } from './status.ts'

/** Status of a gateway that does not run, read from its data folder. */
export const statusOffline = async (folder: DataFolder): Promise<GatewayStatus> => {
  const chosen = storedChoice(folder)
  const key = folder.read(keyFile)
  const memory: CallBackMemory = callBackStoreIn(folder).load() ?? noMemory
  const pinned = memory.cloudKey === null ? null : Buffer.from(memory.cloudKey, 'base64')
  const settings = await savedSettings(folder)
  const { hostname, connPort: port } = settings.cbCloud
  return {
    isRunning: false,
    ...programFacts(),
    variant: null,
    identity: chosen && { ...chosen, isUnique: isUnique(chosen.mac) },
    keys: keysOf(key === undefined ? null : pairOf(createPrivateKey(key)).publicKey, {
      pinned,
      named: null,
      proven: null,
    }),
    activation: { isActivated: memory.code === 0, step: null, refusal: null },
    cloud: { hostname, port, state: null, remoteIp: null },
    bus: null,
    listening: { http: null, https: null, httpsProblem: null, modbusTcp: null },
    data: { folder: folder.path, notKept: folder.problem() },
    time: timeOf(new LocalClock({ now: () => new Date(), settings: () => settings }).localNow()),
  }
}

/** Saved settings, or those of a new gateway. */
const savedSettings = async ({ path }: DataFolder): Promise<Settings> => {
  const initial = initialSettings((count) => new Uint8Array(count))
  const found = await new Generations(filesOf(path)).read()
  return found === undefined ? initial : fromStored(found.state.settings, initial)
}
