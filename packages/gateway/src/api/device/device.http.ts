import { type Handlers, JsonText } from '@busbar/wire/server'
import type { z } from 'zod'
import type { ApiContext, Call } from '../../api-context.ts'
import type { device } from './device.contract.ts'
import type { identity, version } from './identity.contract.ts'
import { type StateKey, stateKeys } from './state.contract.ts'

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
  // Another box may have the same one: better none than a wrong one.
  macAddress: known.isMacUnique ? known.mac : null,
  devicePublicKey: keyOf(known),
  cloudRegistered: isRegistered,
  pinCode,
})

/** The groups are written by those who have them, each in the variant's form; tests hold them to the contract. */
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
