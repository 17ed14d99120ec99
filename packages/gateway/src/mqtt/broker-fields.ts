import { z } from 'zod'

const levels = /^[^+#$/\p{Cc}]+(\/[^+#$/\p{Cc}]+)*$/u
const pemMax = 20_000
const certificates = z
  .string()
  .max(pemMax)
  .regex(/^\s*-----BEGIN CERTIFICATE-----/, 'must be certificates in PEM')

/** What is said of a broker, in a file and over the API. */
export const brokerFields = {
  url: z
    .url({ protocol: /^mqtts?$/, error: 'must be like mqtts://broker.example.org' })
    .max(200)
    .refine((url) => {
      // That it is none was told already.
      if (!URL.canParse(url)) return true
      const { username, password, pathname, search, hash } = new URL(url)
      return `${username}${password}${search}${hash}` === '' && ['', '/'].includes(pathname)
    }, 'must have a host and a port alone')
    .describe('Address: `mqtt://` with port 1883 or `mqtts://` with port 8883 unless another is named.'),
  version: z
    .union([z.literal(4), z.literal(5)])
    .default(5)
    .describe('Version of MQTT: 5, or 4 for 3.1.1.'),
  user: z.string().min(1).max(200).nullable().default(null).describe('User name; null where there is none.'),
  ca: certificates
    .nullable()
    .default(null)
    .describe('Certificates in PEM that vouch for the broker; null for those of the system.'),
  clientCert: certificates
    .nullable()
    .default(null)
    .describe('Certificate in PEM by which the broker knows the gateway; null where there is none.'),
  root: z
    .string()
    .max(100)
    .regex(levels, 'must be a topic without +, #, $ and empty levels')
    .nullable()
    .default(null)
    .describe('Topic below which everything is; null for `busbar/` and the MAC.'),
  qos: z
    .union([z.literal(0), z.literal(1)])
    .default(1)
    .describe('Quality of service of values.'),
  retain: z.boolean().default(true).describe('Whether the broker keeps the newest of each topic.'),
}

/** What is never told again. */
export const brokerSecrets = {
  password: z.string().min(1).max(500).nullable().describe('Password; null where there is none.'),
  clientKey: z
    .string()
    .max(pemMax)
    .regex(/PRIVATE KEY-----/, 'must be a private key in PEM')
    .nullable()
    .describe('Private key of `clientCert` in PEM; null where there is none.'),
}
