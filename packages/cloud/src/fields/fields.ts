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
  report: uuid.describe('Id of the resource report.'),
  tree: uuid.describe('Id of the tree.'),
  branch: uuid.describe('Id of the branch.'),
  sensor: uuid.describe('Id of the sensor.'),
}

export const queryParamIds = ids(idsMax).describe(
  'Ids of parameters with commas between, at most 1000; those that do not exist for the caller are left out.',
)
export const paramIds = z.array(idNumber).min(1).max(idsMax).describe('Ids of parameters, 1 to 1000.')

/** What is shown of parameters and other objects. */
export const facts = {
  fullName: z.string().describe('Name of the parameter with its device, label and unit, for lists.'),
  slug: z.string().describe('Short name for references and URLs: a-z, 0-9, `_` and `-`, at most 60 characters.'),
  description: z.string().optional().describe('Free text of the owner.'),
  category: z.string().optional().describe('Group under which the parameter is listed.'),
  label: z.string().optional().describe('Mnemonic of the parameter in its manual, such as `U1`.'),
  unitName: z.string().optional().describe('Unit of the value, such as `V`.'),
  address: z.number().describe('Address of the first register or bit, 0 to 65535.'),
  isTracked: z.boolean().describe('Whether the parameter is read in the background and recorded.'),
  isProgrammable: z.boolean().describe('Whether the parameter may be written.'),
  lastReadOn: timestamp.optional().describe('When the last good value was read; missing where there is none.'),
}

export const auditPending = z
  .literal(true)
  .optional()
  .describe('The command was sent, and the database could not take the record of its outcome yet: it follows.')

export const err = z.object({
  err: z.string().describe('Why there is no value or nothing was done, such as `Timeout`; for people and programs.'),
})

/** A form of failure that is answered with 200. */
export const failed = z.object({
  status: z.literal('error').describe('It could not be done.'),
  errorMessage: z.string().describe('Why, in English.'),
})

const wrongFields = z.record(z.string(), z.string()).describe('What is wrong, by the name of the field.')
export const refused = z.object({
  result: z.literal('error').describe('Nothing was changed.'),
  errors: wrongFields,
})
export const success = {
  result: z.literal('success').describe('It is stored.'),
  errors: z.object({}).describe('Empty.'),
}

export const quotaLeft = z.object({
  availableDevicesQuota: z
    .number()
    .nullable()
    .describe('How many more devices the organization may enable; null without a quota.'),
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
