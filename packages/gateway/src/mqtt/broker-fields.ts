import { brokerUrl, brokerUser, certificates, mqttVersion, pemCharsMax, qos, topic } from '@busbar/mqtt/broker-fields'
import { z } from 'zod'

/** What is said of a broker, in a file and over the API. */
export const brokerFields = {
  url: brokerUrl
    .max(200)
    .describe('Address: `mqtt://` with port 1883 or `mqtts://` with port 8883 unless another is named.'),
  version: mqttVersion,
  user: brokerUser.describe('User name; null where there is none.'),
  ca: certificates.describe('Certificates in PEM that vouch for the broker; null for those of the system.'),
  clientCert: certificates.describe(
    'Certificate in PEM by which the broker knows the gateway; null where there is none.',
  ),
  root: topic.nullable().default(null).describe('Topic below which everything is; null for `busbar/` and the MAC.'),
  qos,
  retain: z.boolean().default(true).describe('Whether the broker keeps the newest of each topic.'),
}

/** What is never told again. */
export const brokerSecrets = {
  password: z.string().min(1).max(500).nullable().describe('Password; null where there is none.'),
  clientKey: z
    .string()
    .max(pemCharsMax)
    .regex(/PRIVATE KEY-----/, 'must be a private key in PEM')
    .nullable()
    .describe('Private key of `clientCert` in PEM; null where there is none.'),
}
