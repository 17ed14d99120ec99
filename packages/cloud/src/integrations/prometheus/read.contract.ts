import { z } from 'zod'
import { post } from '../../accounts/access/access-contract.ts'
import { pathId } from '../../fields/fields.ts'

/** Limit per response. */
export const samplesMax = 5_000_000

/** Prometheus' remote-read. */
export const prometheusRead = {
  read: post('/org/:orgId/prometheus/read/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Prometheus remote read',
    params: z.object({ orgId: pathId.org }),
    body: z.object({ bytes: z.instanceof(Uint8Array) }),
    cost: 10,
    produces: 'application/x-protobuf',
    reply: z.unknown(),
  }),
}
