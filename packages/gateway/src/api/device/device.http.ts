import { totalmem } from 'node:os'
import { type Handlers, JsonText, Refusal } from '@busbar/wire/server'
import type { z } from 'zod'
import { settingsDescription } from '../../settings/description.ts'
import type { ApiContext, Call } from '../api-context.ts'
import { onDisk } from '../on-disk.ts'
import { httpsSummary } from '../server/https-server.ts'
import { onCard } from '../storage/on-card.ts'
import type { box } from './box.contract.ts'
import type { device } from './device.contract.ts'
import type { firmware } from './firmware.contract.ts'
import type { identity, version } from './identity.contract.ts'
import { onSettings } from './on-settings.ts'
import type { settings } from './settings.contract.ts'
import { type StateKey, stateKeys } from './state.contract.ts'
import type { system } from './system.contract.ts'

type Identity = ApiContext['identity']

const versionA = ({ product }: Identity): z.input<typeof version.A> => {
  const { label, deviceId, firmwareType, firmwareVer, releaseDate } = product
  return { device: label, deviceId, firmwareType, firmwareVer, releaseDate }
}

const versionB = ({ product }: Identity): z.input<typeof version.B> => {
  const { manufacturer, label, deviceId, firmwareType, firmwareVer, releaseDate } = product
  return { manufacturerName: manufacturer, labelName: label, deviceId, firmwareType, firmwareVer, releaseDate }
}

const keyOf = ({ proofKeys }: Identity): string => Buffer.from(proofKeys.publicKey).toString('base64')

const identityA = (known: Identity): z.input<typeof identity.A> => ({
  manufacturer: known.product.manufacturer,
  ...versionA(known),
  mac: known.mac,
  uniqueMac: known.isMacUnique,
  pubKey: keyOf(known),
})

const identityB = (
  known: Identity,
  { isRegistered, pinCode }: ReturnType<ApiContext['registration']>,
): z.input<typeof identity.B> => ({
  ...versionB(known),
  // Another box may have the same address, so none is reported.
  macAddress: known.isMacUnique ? known.mac : null,
  devicePublicKey: keyOf(known),
  cloudRegistered: isRegistered,
  pinCode,
})

/** Each group is produced by its owner in the form of the variant; tests compare them with the contract. */
const state = async ({ stateOf }: Call, { keys }: { keys: StateKey[] }): Promise<JsonText> => {
  const requested = keys.length === 0 ? stateKeys : keys
  const groups = await Promise.all(requested.map(async (key) => [key, await stateOf(key)] as const))
  return new JsonText(JSON.stringify(Object.fromEntries(groups)))
}

export const deviceHandlers: { [V in 'A' | 'B']: Handlers<(typeof device)[V], Call> } = {
  A: {
    identify: ({ identity }) => identityA(identity),
    version: ({ identity }) => versionA(identity),
    state,
  },
  B: {
    identify: ({ identity, registration }) => identityB(identity, registration()),
    version: ({ identity }) => versionB(identity),
    state,
  },
}

const fileBytesMax = 65_536

const both: Handlers<typeof settings.A & typeof settings.B, Call> = {
  active: ({ settings: store, level }, { keys }) => onSettings(() => store.get('active', keys, level)),

  saved: ({ settings: store, level }, { keys }) => onSettings(() => store.get('saved', keys, level)),

  async set({ settings: store, level }, changes) {
    await onSettings(() => store.set(changes, level))
    return {}
  },

  async export({ settings: store, card }, { filename }) {
    await onCard(() => card.writeFile(`/${filename}`, Buffer.from(store.exportText())))
    return {}
  },

  async import({ settings: store, card, log }, { filename }) {
    const text = await onCard(() => card.readText(`/${filename}`, fileBytesMax))
    const { notCarried } = await onSettings(() => store.importText(text))
    if (notCarried.length > 0) log.warn({ notCarried }, 'secrets of another gateway were not imported')
    return {}
  },

  schema: ({ variant, level }) => settingsDescription(variant, level),

  async reset({ settings: store, taskBroker }) {
    await onSettings(() => store.reset())
    // The next owner of the box has no use for its password there.
    if (!taskBroker.isFixed && taskBroker.settings !== null) await onDisk(() => taskBroker.choose(null))
    return {}
  },
}

export const settingsHandlers = { A: both, B: both }

export const firmwareHandlers: Handlers<typeof firmware, Call> = {
  status: ({ firmware: releases }) => ({ ...releases.status() }),

  async update({ firmware: releases }) {
    const problem = await releases.request()
    if (problem !== null) throw new Refusal('ERROR_CONFLICT', `No update was begun: ${problem}.`)
    return {}
  },
}

export const systemHandlers: Handlers<typeof system, Call> = {
  reboot({ rebooter }, { rebootSec }) {
    rebooter.rebootAfter(rebootSec)
    return {}
  },

  async setTime({ deviceClock }, { time }) {
    await onDisk(() => deviceClock.set(time))
    return {}
  },

  async syncTime(call) {
    if (!(await call.syncTime())) throw new Refusal('ERROR_TIME_SERVERS')
    return {}
  },

  async activate(call, { activation }) {
    const activeTill = activation.activeTill?.toISOString() ?? null
    if (!call.isVpnUp()) throw new Refusal('ERROR_CONFLICT', 'Activation needs the VPN, which is down.')
    await onDisk(() => call.activation.set({ ...activation, activeTill }))
    return {}
  },
}

export const boxHandlers: Handlers<typeof box, Call> = {
  status: ({ doors }) => ({
    memory: readMemory(),
    forwarding: (doors.forwarding?.status() ?? []).map((row) => ({ ...row })),
  }),

  https: ({ doors }) => httpsSummary(doors.https),

  firstRun: ({ settings, bootFile }) => ({
    isOpen: !settings.isPasswordOwn,
    problems: [...bootFile.problems],
  }),
}

/** Memory of the box, and what of it is ours, in KiB. */
const readMemory = (): { totalKb: number; freeKb: number; ownKb: number } => {
  const kb = (bytes: number): number => Math.round(bytes / 1024)
  return { totalKb: kb(totalmem()), freeKb: kb(process.availableMemory()), ownKb: kb(process.memoryUsage.rss()) }
}
