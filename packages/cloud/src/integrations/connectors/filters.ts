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
  .describe('Which devices, as filters over network and device such as `hall/+`; none are all.')

export const privateCa = certificates.describe(
  'Certificates in PEM that vouch for the other side; null for those that the system knows.',
)

export const clientCert = certificates.describe(
  'Certificate in PEM by which the broker knows us, with those between it and its authority; null where there is none. Its key is `clientKey`. Needs `mqtts://`.',
)

/** Whether filters name a device; none name all. */
export const isChosen = (filters: readonly string[], { net, slug }: { net: string; slug: string }): boolean =>
  filters.length === 0 || filters.some((one) => passes(one, `${net}/${slug}`))
