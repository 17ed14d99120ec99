import { certificates } from '@busbar/mqtt/broker-fields'
import { passes } from '@busbar/mqtt/filter'
import { z } from 'zod'

/** A topic with wildcards. */
export const filter = z
  .string()
  .max(200)
  .regex(/^([a-z0-9_-]+|\+)(\/([a-z0-9_-]+|\+))*(\/#)?$|^#$/, 'must be slugs, + and # as in hall/+/setpoint')

/** Settings that every kind of connector has. */
export const devices = z
  .array(filter)
  .max(100)
  .default([])
  .describe('Devices to include, as filters over network and device such as `hall/+`; all if empty.')

export const privateCa = certificates.describe('CA certificates in PEM for the receiver; null for those of the system.')

export const clientCert = certificates.describe(
  'Client certificate in PEM for the broker, with intermediate certificates; null for none. Its key is `clientKey`. Requires `mqtts://`.',
)

/** Returns whether filters include a device; without filters all are included. */
export const isChosen = (filters: readonly string[], { net, slug }: { net: string; slug: string }): boolean =>
  filters.length === 0 || filters.some((one) => passes(one, `${net}/${slug}`))
