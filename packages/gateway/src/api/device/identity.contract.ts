import { z } from 'zod'

const release = { deviceId: z.int(), firmwareType: z.int(), firmwareVer: z.int(), releaseDate: z.string() }

const versionA = { device: z.string(), ...release }
const versionB = { manufacturerName: z.string(), labelName: z.string(), ...release }

/** What the gateway is, without a login. */
export const version = { A: z.object(versionA), B: z.object(versionB) }

/** Who the gateway is. */
export const identity = {
  A: z
    .object({
      manufacturer: z.string(),
      ...versionA,
      mac: z.string(),
      uniqueMac: z.boolean(),
      pubKey: z.string(),
    })
    .meta({ id: 'IdentityA' }),
  B: z
    .object({
      ...versionB,
      macAddress: z.string().nullable(),
      devicePublicKey: z.string().nullable(),
      cloudRegistered: z.boolean(),
      pinCode: z.string().nullable(),
    })
    .meta({ id: 'IdentityB' }),
}
