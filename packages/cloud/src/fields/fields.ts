import { withoutInvisible } from '@busbar/kit/visible-text'
import { id, idNumber, ids, timestamp, uuid } from '@busbar/wire'
import { z } from 'zod'
import { idsMax } from './ids-max.ts'

/** Fields that many operations have, each described once. */

const kinds = {
  org: 'Id of the organization.',
  net: 'Id of the network.',
  device: 'Id of the device.',
  param: 'Id of the parameter.',
  alert: 'Id of the alert.',
  alertTemplate: 'Id of the alert template.',
  contact: 'Id of the contact.',
  contactGroup: 'Id of the group of contacts.',
  policy: 'Id of the escalation policy.',
  push: 'Id of the device that is told of alerts.',
  window: 'Id of the maintenance window.',
  dashboard: 'Id of the dashboard.',
  vis: 'Id of the visualization.',
  shareLink: 'Id of the share link.',
  template: 'Id of the device template.',
  user: 'Id of the user.',
  connector: 'Id of the connector.',
}

type Kind = keyof typeof kinds
const forEachKind = <S>(describe: (text: string) => S): Record<Kind, S> =>
  Object.fromEntries(Object.entries(kinds).map(([kind, text]) => [kind, describe(text)])) as Record<Kind, S>

/** Ids in a path or a query. */
export const pathId = forEachKind((text) => id.describe(text))
/** Ids in a body or an answer. */
export const idOf = forEachKind((text) => idNumber.describe(text))

export const uuidOf = {
  report: uuid.describe('Resource report ID.'),
  tree: uuid.describe('Tree ID.'),
  branch: uuid.describe('Branch ID.'),
  sensor: uuid.describe('Sensor ID.'),
}

export const queryParamIds = ids(idsMax).describe(
  'Comma-separated parameter IDs, at most 1000; IDs that do not exist or are not accessible are omitted from the response.',
)
export const paramIds = z.array(idNumber).min(1).max(idsMax).describe('Parameter IDs, 1 to 1000.')

/** Displayed fields of parameters and other objects. */
export const facts = {
  fullName: z.string().describe('Parameter name with device, label and unit, for lists.'),
  slug: z.string().describe('Slug for references and URLs: a-z, 0-9, `_` and `-`, at most 60 characters.'),
  description: z.string().optional().describe('Free-text description.'),
  category: z.string().optional().describe('Group of the parameter in lists.'),
  label: z.string().optional().describe('Symbol of the parameter in its manual, such as `U1`.'),
  unitName: z.string().optional().describe('Unit of the value, such as `V`.'),
  address: z.number().describe('Address of the first register or bit, 0 to 65535.'),
  isTracked: z.boolean().describe('Whether the parameter is polled and recorded.'),
  isProgrammable: z.boolean().describe('Whether the parameter is writable.'),
  lastReadOn: timestamp.optional().describe('Time of the last good reading; missing without one.'),
}

export const auditPending = z
  .literal(true)
  .optional()
  .describe('The command was sent, but the record of its outcome could not be stored yet; it will follow.')

export const err = z.object({
  err: z.string().describe('Why there is no value or nothing was done, such as `Timeout`; for users and programs.'),
})

/** An error that is returned with status 200. */
export const failed = z.object({
  status: z.literal('error').describe('The request failed.'),
  errorMessage: z.string().describe('Reason, in English.'),
})

const wrongFields = z.record(z.string(), z.string()).describe('Errors by field name.')
export const refused = z.object({
  result: z.literal('error').describe('Nothing was changed.'),
  errors: wrongFields,
})
export const success = {
  result: z.literal('success').describe('The change was stored.'),
  errors: z.object({}).describe('Empty.'),
}

export const quotaLeft = z.object({
  availableDevicesQuota: z
    .number()
    .nullable()
    .describe('Number of devices that can still be enabled; null without a quota.'),
})

/** Text that people recognize an object by. Invisible characters are removed: with them, two different names could look the same. */
export const visibleText = z.string().overwrite(withoutInvisible)

/** Name with its own maximum length. */
export const nameOfAtMost = (charsMax: number) => visibleText.trim().min(1).max(charsMax)

/** Name of an object. All object types share this rule. */
export const objectName = nameOfAtMost(200)

/** Name of a person, a program or an organization, which others see in lists and mails. */
export const personName = objectName.describe(
  'Name, 1 to 200 characters. Zero-width characters and bidirectional controls are removed.',
)
