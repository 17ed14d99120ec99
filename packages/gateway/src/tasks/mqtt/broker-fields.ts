import { brokerUrl, brokerUser, certificates, mqttVersion, pemCharsMax, qos, topic } from '@busbar/mqtt/broker-fields'
import { z } from 'zod'

/** Fields of a broker, in a file and over the API. */
export const brokerFields = {
  url: brokerUrl.max(200).describe('Address: `mqtt://` (default port 1883) or `mqtts://` (default port 8883).'),
  version: mqttVersion,
  user: brokerUser.describe('User name; null for none.'),
  ca: certificates.describe('CA certificates in PEM for the broker; null for those of the system.'),
  clientCert: certificates.describe('Client certificate in PEM; null for none.'),
  root: topic.nullable().default(null).describe('Topic prefix; null for `busbar/` and the MAC address.'),
  qos,
  retain: z.boolean().default(true).describe('Whether values are published as retained messages.'),
}

/** Secret fields, which are never returned. */
export const brokerSecrets = {
  password: z.string().min(1).max(500).nullable().describe('Password; null for none.'),
  clientKey: z
    .string()
    .max(pemCharsMax)
    .regex(/PRIVATE KEY-----/, 'must be a private key in PEM')
    .nullable()
    .describe('Private key of `clientCert` in PEM; null for none.'),
}
