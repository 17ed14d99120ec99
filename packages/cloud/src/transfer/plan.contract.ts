import { actionTypes, followUpStages } from '@busbar/alerts/model'
import { bool } from '@busbar/wire'
import { z } from 'zod'
import { valueToWrite } from '../commands/writing/value-to-write.ts'
import { idOf } from '../fields/fields.ts'

/** What an import switches on: nothing, unless it is asked for. */
export const importQuery = z.object({
  /** Nothing is stored: the answer says what would be done. */
  plan: bool.optional().describe('True stores nothing: the answer says what would be done.'),
  startPolling: bool.optional().describe('True begins to read the networks at once.'),
  allowWriting: bool
    .optional()
    .describe('True lets parameters be written in networks in which the document allows it.'),
  startAlerts: bool.optional().describe('True begins to judge the alerts at once.'),
})

/**
 * What reaches beyond the service, with the ids of the document: all that the document has switched on. `isOn`: whether it is on after this
 * import.
 */
export const importPlan = z
  .object({
    /** Networks that are dialled. */
    dials: z
      .array(
        z.object({
          netId: idOf.net,
          name: z.string().describe('Name of the network.'),
          address: z.string().describe('Address and port.'),
          deviceCount: z.int().describe('Devices of the network.'),
          isOn: z.boolean().describe('Whether it is on after this import.'),
        }),
      )
      .describe('Networks that are dialled.'),
    /** Networks in which parameters may be written, by people and alerts. */
    writes: z
      .array(
        z.object({
          netId: idOf.net,
          name: z.string().describe('Name of the network.'),
          isOn: z.boolean().describe('Whether it is on after this import.'),
        }),
      )
      .describe('Networks in which parameters may be written, by people and alerts.'),
    /** What alerts do. */
    actions: z
      .array(
        z.object({
          alertId: idOf.alert,
          name: z.string().describe('Name of the alert.'),
          stage: z.enum(['active', ...followUpStages]).describe('Stage at which it is done.'),
          timeoutMinutes: z.number().describe('Minutes after the beginning of the stage.'),
          type: z.enum(actionTypes).describe('What is done.'),
          recepient: z.string().optional().describe('Phone number, e-mail address or URL.'),
          paramId: idOf.param.optional(),
          value: valueToWrite.optional().describe('Value that is written.'),
          isOn: z.boolean().describe('Whether it is on after this import.'),
        }),
      )
      .describe('What alerts do.'),
    /** Whom they write to or call, each once. */
    recipients: z
      .array(
        z.object({
          type: z.enum(actionTypes).describe('How.'),
          recepient: z.string().describe('Phone number, e-mail address or URL.'),
          alertCount: z.int().describe('Alerts that do so.'),
          isOn: z.boolean().describe('Whether it is on after this import.'),
        }),
      )
      .describe('Whom alerts write to or call, each once.'),
  })
  .meta({
    id: 'ImportPlan',
    description: 'What of a document reaches beyond the service, with the ids of the document.',
  })
export type ImportPlan = z.output<typeof importPlan>
