import { idNumber } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { pathId } from '../../fields/fields.ts'

const alertId = { params: z.object({ alertId: pathId.alert }) }
const parentsMax = 20

/** As it is stored and exported. */
export const dependencies = z.object({
  alertIds: z.array(idNumber).max(parentsMax).describe('Alerts on which it depends, at most 20.'),
  netIds: z.array(idNumber).max(parentsMax).describe('Networks on which it depends, at most 20.'),
  isCriticalHeld: z.boolean().describe('Whether notifications are also delayed for critical alerts.'),
})
export type Dependencies = z.output<typeof dependencies>

/** On what an alert depends. */
export const alertDependencies = {
  get: get('/alert/:alertId/dependencies/', {
    access: 'viewer',
    object: 'alert',
    extension: true,
    summary: 'Dependencies of an alert',
    description: 'The alerts and networks on which it depends.',
    ...alertId,
    reply: dependencies,
  }),
  change: post('/alert/:alertId/dependencies/', {
    access: 'manager',
    object: 'alert',
    extension: true,
    summary: 'Set the dependencies of an alert',
    description:
      'While one of these alerts is firing or one of these networks is down, notifications of the alert are delayed, and its recipients are notified once of the dependency. For critical alerts this applies only with `isCriticalHeld`. Circular dependencies are refused.',
    ...alertId,
    body: dependencies.partial(),
    reply: z.object({}),
    example: { body: { alertIds: [], netIds: [] } },
  }),
}
