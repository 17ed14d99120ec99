import type { z } from 'zod'
import type { ApiContext } from '../../api-context.ts'
import type { identity, version } from './identity.contract.ts'

type Identity = ApiContext['identity']

export const versionA = ({ product }: Identity): z.input<typeof version.A> => {
  const { label, deviceId, firmwareType, firmwareVer, releaseDate } = product
  return { device: label, deviceId, firmwareType, firmwareVer, releaseDate }
}

export const versionB = ({ product }: Identity): z.input<typeof version.B> => {
  const { manufacturer, label, deviceId, firmwareType, firmwareVer, releaseDate } = product
  return { manufacturerName: manufacturer, labelName: label, deviceId, firmwareType, firmwareVer, releaseDate }
}

const keyOf = ({ proofKeys }: Identity): string => Buffer.from(proofKeys.publicKey).toString('base64')

export const identityA = (known: Identity): z.input<typeof identity.A> => ({
  manufacturer: known.product.manufacturer,
  ...versionA(known),
  mac: known.mac,
  uniqueMac: known.isMacUnique,
  pubKey: keyOf(known),
})

export const identityB = (
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
