import { ids } from '@busbar/wire'
import { z } from 'zod'
import { get } from '../../accounts/access/access-contract.ts'
import { pathId } from '../../fields/fields.ts'
import { metricsType } from '../../fields/metrics-text.ts'

/** Limit per response. */
export const seriesMax = 20_000

/** Readings for Prometheus. */
export const prometheus = {
  metrics: get('/org/:orgId/metrics/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Last values for Prometheus',
    description:
      'Prometheus text format, version 0.0.4, for a scrape with an API key as `basic_auth`: `busbar_reading{net, device, param, name, unit}`, `busbar_device_up`, `busbar_network_up` and `busbar_alert_active`. Failed reads, values older than three periods and texts are omitted, so that Prometheus marks the series as stale immediately. Numbers above 2^53 lose digits.',
    errors: {
      IncorrectRequest: `there are more than ${seriesMax.toLocaleString('en')} series; use netIds or deviceIds.`,
    },
    params: z.object({ orgId: pathId.org }),
    query: z.object({
      netIds: ids(1000).optional().describe('Comma-separated network IDs; all by default.'),
      deviceIds: ids(1000).optional().describe('Comma-separated device IDs; all by default.'),
    }),
    cost: 5,
    produces: metricsType,
    reply: z.string(),
  }),
}
