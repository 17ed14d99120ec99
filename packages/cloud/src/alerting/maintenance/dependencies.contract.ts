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
  isCriticalHeld: z.boolean().describe('Whether messages wait too when the alert is critical.'),
})
export type Dependencies = z.output<typeof dependencies>

/** On what an alert depends. */
export const alertDependencies = {
  get: get('/alert/:alertId/dependencies/', {
    access: 'viewer',
    object: 'alert',
    extension: true,
    summary: 'On what an alert depends',
    description: 'The alerts and networks on which it depends.',
    ...alertId,
    reply: dependencies,
  }),
  change: post('/alert/:alertId/dependencies/', {
    access: 'manager',
    object: 'alert',
    extension: true,
    summary: 'Say on what an alert depends',
    description:
      'While one of these alerts is active or one of these networks is out, messages about the alert wait, and its recipients are told once what it waits for; of a critical alert only where `isCriticalHeld` says so. Circles are refused.',
    ...alertId,
    body: dependencies.partial(),
    reply: z.object({}),
    example: { body: { alertIds: [], netIds: [] } },
  }),
}
