import { z } from 'zod'

const release = {
  deviceId: z.int().describe('Number of the device type.'),
  firmwareType: z.int().describe('Number of the firmware type.'),
  firmwareVer: z.int().describe('Version of the program.'),
  releaseDate: z.string().describe('Date of the release, ISO 8601.'),
}

const versionA = { device: z.string().describe('Model.'), ...release }
const versionB = {
  manufacturerName: z.string().describe('Manufacturer.'),
  labelName: z.string().describe('Model.'),
  ...release,
}

/** What the gateway is, without a login. */
export const version = { A: z.object(versionA), B: z.object(versionB) }

/** Who the gateway is. */
export const identity = {
  A: z
    .object({
      manufacturer: z.string().describe('Manufacturer.'),
      ...versionA,
      mac: z.string().describe('MAC of the gateway.'),
      uniqueMac: z.boolean().describe('Whether the MAC is known to be its own.'),
      pubKey: z.string().describe('Public key in base64.'),
    })
    .meta({ id: 'IdentityA', description: 'Who the gateway is.' }),
  B: z
    .object({
      ...versionB,
      macAddress: z.string().nullable().describe('MAC of the gateway; null where it is not known to be its own.'),
      devicePublicKey: z.string().nullable().describe('Public key in base64; null while there is none.'),
      cloudRegistered: z.boolean().describe('Whether it is registered in the cloud.'),
      pinCode: z.string().nullable().describe('PIN for registration in the cloud; null where there is none.'),
    })
    .meta({ id: 'IdentityB', description: 'Who the gateway is.' }),
}
