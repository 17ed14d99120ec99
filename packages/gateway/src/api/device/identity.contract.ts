import { z } from 'zod'

const release = {
  deviceId: z.int().describe('Device type number.'),
  firmwareType: z.int().describe('Firmware type number.'),
  firmwareVer: z.int().describe('Firmware version.'),
  releaseDate: z.string().describe('Release date, ISO 8601.'),
}

const versionA = { device: z.string().describe('Model.'), ...release }
const versionB = {
  manufacturerName: z.string().describe('Manufacturer.'),
  labelName: z.string().describe('Model.'),
  ...release,
}

/** Product version, readable without a login. */
export const version = { A: z.object(versionA), B: z.object(versionB) }

/** Identity of the gateway. */
export const identity = {
  A: z
    .object({
      manufacturer: z.string().describe('Manufacturer.'),
      ...versionA,
      mac: z.string().describe('MAC address of the gateway.'),
      uniqueMac: z.boolean().describe('Whether the MAC address is unique to this gateway.'),
      pubKey: z.string().describe('Public key in base64.'),
    })
    .meta({ id: 'IdentityA', description: 'Identity of the gateway.' }),
  B: z
    .object({
      ...versionB,
      macAddress: z.string().nullable().describe('MAC address of the gateway; null when it is not known to be unique.'),
      devicePublicKey: z.string().nullable().describe('Public key in base64; null before it is created.'),
      cloudRegistered: z.boolean().describe('Whether it is registered in the cloud.'),
      pinCode: z.string().nullable().describe('PIN for registration in the cloud; null without one.'),
    })
    .meta({ id: 'IdentityB', description: 'Identity of the gateway.' }),
}
