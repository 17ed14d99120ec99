import { actionTypes } from '@busbar/alerts/channels'
import { followUpStages } from '@busbar/alerts/model'
import { bool } from '@busbar/wire'
import { z } from 'zod'
import { valueToWrite } from '../commands/writing/value-to-write.ts'
import { idOf } from '../fields/fields.ts'

/** Features that an import switches on: none by default. */
export const importQuery = z.object({
  /** A plan stores nothing and returns the intended changes. */
  plan: bool.optional().describe('True for a dry run that returns the plan without storing anything.'),
  startPolling: bool.optional().describe('True to start polling the networks immediately.'),
  allowWriting: bool.optional().describe('True to allow writing in networks in which the document allows it.'),
  startAlerts: bool.optional().describe('True to enable the alerts immediately.'),
})

/**
 * External effects of everything that the document has switched on, with the IDs of the document. `isOn`: whether it is
 * on after this import.
 */
export const importPlan = z
  .object({
    /** Networks that are dialled. */
    dials: z
      .array(
        z.object({
          netId: idOf.net,
          name: z.string().describe('Network name.'),
          address: z.string().describe('Address and port.'),
          deviceCount: z.int().describe('Number of devices.'),
          isOn: z.boolean().describe('Whether it is enabled after this import.'),
        }),
      )
      .describe('Networks with an address to connect to.'),
    /** Networks in which parameters may be written, by people and alerts. */
    writes: z
      .array(
        z.object({
          netId: idOf.net,
          name: z.string().describe('Network name.'),
          isOn: z.boolean().describe('Whether it is enabled after this import.'),
        }),
      )
      .describe('Networks in which users and alerts may write parameters.'),
    /** Actions of alerts. */
    actions: z
      .array(
        z.object({
          alertId: idOf.alert,
          name: z.string().describe('Alert name.'),
          stage: z.enum(['active', ...followUpStages]).describe('Stage at which the action runs.'),
          timeoutMinutes: z.number().describe('Minutes after the start of the stage.'),
          type: z.enum(actionTypes).describe('Action type.'),
          recepient: z.string().optional().describe('Phone number, e-mail address or URL.'),
          paramId: idOf.param.optional(),
          value: valueToWrite.optional().describe('Value to write.'),
          isOn: z.boolean().describe('Whether it is enabled after this import.'),
        }),
      )
      .describe('Device writes by alerts.'),
    /** Recipients, each once. */
    recipients: z
      .array(
        z.object({
          type: z.enum(actionTypes).describe('How.'),
          recepient: z.string().describe('Phone number, e-mail address or URL.'),
          alertCount: z.int().describe('Number of alerts that use it.'),
          isOn: z.boolean().describe('Whether it is enabled after this import.'),
        }),
      )
      .describe('Recipients of notifications, without duplicates.'),
  })
  .meta({
    id: 'ImportPlan',
    description: 'External effects of a document, with IDs of the document.',
  })
export type ImportPlan = z.output<typeof importPlan>
