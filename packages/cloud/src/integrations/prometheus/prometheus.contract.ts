import { ids } from '@busbar/wire'
import { z } from 'zod'
import { get } from '../../accounts/access/access-contract.ts'
import { pathId } from '../../fields/fields.ts'
import { metricsType } from '../../fields/metrics-text.ts'

/** Of one answer. */
export const seriesMax = 20_000

/** Readings for Prometheus. */
export const prometheus = {
  metrics: get('/org/:orgId/metrics/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Last values for Prometheus',
    description:
      'Text of Prometheus, version 0.0.4, for a scrape with an API key as `basic_auth`: `busbar_reading{net, device, param, name, unit}`, `busbar_device_up`, `busbar_network_up` and `busbar_alert_active`. What failed, is older than three periods or is a text is left out, so that Prometheus takes it for gone at once. Numbers beyond 2^53 lose digits.',
    errors: {
      IncorrectRequest: `there are more than ${seriesMax.toLocaleString('en')} series; ask by netIds or deviceIds.`,
    },
    params: z.object({ orgId: pathId.org }),
    query: z.object({
      netIds: ids(1000).optional().describe('Ids of networks with commas between; all if left out.'),
      deviceIds: ids(1000).optional().describe('Ids of devices with commas between; all if left out.'),
    }),
    cost: 5,
    produces: metricsType,
    reply: z.string(),
  }),
}
