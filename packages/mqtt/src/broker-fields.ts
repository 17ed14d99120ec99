import { z } from 'zod'

/** Maximum length of certificates and keys. */
export const pemCharsMax = 20_000

/** Fields of settings that address a broker and authenticate to it; each program describes them in its own texts. */
export const brokerUrl = z
  .url({ protocol: /^mqtts?$/, error: 'must be like mqtts://broker.example.org' })
  .refine((url) => {
    // The schema has reported an invalid URL already.
    if (!URL.canParse(url)) return true
    const { username, password, pathname, search, hash } = new URL(url)
    return `${username}${password}${search}${hash}` === '' && ['', '/'].includes(pathname)
  }, 'must have a host and a port alone')

export const mqttVersion = z
  .union([z.literal(4), z.literal(5)])
  .default(5)
  .describe('Version of MQTT: 5, or 4 for 3.1.1.')

export const brokerUser = z.string().min(1).max(200).nullable().default(null)

export const certificates = z
  .string()
  .max(pemCharsMax)
  .regex(/^\s*-----BEGIN CERTIFICATE-----/, 'must be certificates in PEM')
  .nullable()
  .default(null)

/** Without wildcards. */
export const topic = z
  .string()
  .max(100)
  .regex(/^[^+#$/\p{Cc}]+(\/[^+#$/\p{Cc}]+)*$/u, 'must be a topic without +, #, $ and empty levels')

export const qos = z
  .union([z.literal(0), z.literal(1)])
  .default(1)
  .describe('Quality of service of values.')
