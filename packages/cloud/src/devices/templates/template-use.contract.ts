import { id, idNumber, timestamp } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { idOf, pathId } from '../../fields/fields.ts'
import { templateFields } from './templates.contract.ts'

export const devicesShownMax = 5000
const devicesMax = 200
/** Lines of one difference. */
export const linesMax = 5000

const inOrg = { params: z.object({ orgId: pathId.org, templateId: pathId.template }) }
const revision = z.int().min(1).max(2_147_483_647)

const inDevices = z.array(idNumber).describe('Ids of the devices in which it is so.')
const about = {
  label: z
    .string()
    .optional()
    .describe('Mnemonic of the parameter; missing where the line is about the device itself.'),
  name: z
    .string()
    .optional()
    .describe('Name of the parameter in English; missing where the line is about the device itself.'),
}
const change = z.object({
  ...about,
  field: z.string().describe('Name of the setting.'),
  before: z.string().optional().describe('What it is; missing for nothing.'),
  after: z.string().optional().describe('What the template says; missing for nothing.'),
  deviceIds: inDevices,
})
const param = z.object({ ...about, deviceIds: inDevices })

const difference = z.object({
  digest: z.string().describe('Stands for this difference: with it, `apply` refuses to make another.'),
  changed: z
    .array(change)
    .describe('Settings that become what the template says. The parameter stays, with its readings.'),
  kept: z.array(change).describe('Settings that a person has changed since, and that stay.'),
  added: z.array(param).describe('Parameters that devices get.'),
  gone: z.array(param).describe('Parameters that an earlier revision had and this one has not.'),
  unchangedCount: z.number().describe('Devices that are as the template says already.'),
})

const chosenDevices = z.object({
  deviceIds: z
    .array(idNumber)
    .min(1)
    .max(devicesMax)
    .describe('Ids of devices of the organization, 1 to 200, also of those that were made from another template.'),
})

/** What templates of an organization were, which devices use them, and what a change does to these. */
export const templateUse = {
  revisions: get('/template/:templateId/revisions/', {
    access: 'session',
    extension: true,
    summary: 'Earlier revisions of a template',
    description:
      'The newest first. Every change of a template of an organization\u2019s own makes a revision; the 50 before it are kept. Shipped templates have none.',
    errors: {
      ObjectNotFound: "there is no such template, or it is another organization's.",
      NotAuthorized: 'the caller has a role below viewer in its organization.',
    },
    params: z.object({ templateId: pathId.template }),
    reply: z.array(
      z.object({
        revision: revision.describe('Number of the revision.'),
        replacedOn: timestamp.describe('When the next one took its place.'),
        replacedBy: z.string().describe('Who made the next one.'),
        paramCount: z.number().describe('Number of its parameters.'),
      }),
    ),
  }),
  revision: get('/template/:templateId/revision/:revision/', {
    access: 'session',
    extension: true,
    summary: 'A template as it was',
    description: 'An earlier revision, with its parameters.',
    errors: {
      ObjectNotFound: 'there is no such template, or this revision of it is not kept.',
      NotAuthorized: 'the caller has a role below viewer in its organization.',
    },
    params: z.object({
      templateId: pathId.template,
      revision: id.describe('Number of the revision.'),
    }),
    reply: templateFields.required({ skus: true }).extend({ revision: revision.describe('Number of the revision.') }),
  }),
  devices: get('/org/:orgId/template/:templateId/devices/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'Devices of an organization that were made from a template',
    description: 'By the names of their networks and their own, the first 5000.',
    errors: { ObjectNotFound: "there is no such template, or it is another organization's." },
    ...inOrg,
    reply: z.array(
      z.object({
        id: idOf.device,
        name: z.string().describe('Name of the device.'),
        netId: idOf.net,
        netName: z.string().describe('Name of the network.'),
        modbusUnitId: z.number().describe('Modbus unit id, 0 to 255.'),
        disabledOn: timestamp.optional().describe('When it was switched off; missing while it is on.'),
        revision: z
          .number()
          .optional()
          .describe('Revision that it was last made like; missing where that is not known.'),
      }),
    ),
  }),
  compare: post('/org/:orgId/template/:templateId/compare/', {
    access: 'manager',
    object: 'org',
    extension: true,
    cost: 5,
    summary: 'What applying a template would change',
    description:
      'Parameters of device and template are the same one if their labels are, else their slugs, else their registers, else their names. A setting that was changed on a device since it was made like a revision that is kept stays. Nothing is changed.',
    errors: {
      ObjectNotFound: 'there is no such template or device in the organization.',
      IncorrectRequest: 'the devices have more than 20,000 parameters, or there would be more than 5000 lines.',
    },
    ...inOrg,
    body: chosenDevices,
    reply: difference,
    example: { body: { deviceIds: [12] } },
  }),
  apply: post('/org/:orgId/template/:templateId/apply/', {
    access: 'manager',
    object: 'org',
    extension: true,
    cost: 5,
    summary: 'Make devices as a template says',
    description:
      'Does what `compare` shows, in all devices or none. Parameters that stay keep their ids, slugs and readings. Those that the template has no more stay as the device\u2019s own, unless they are to be deleted, with all that was read of them. Leaves an audit record.',
    errors: {
      ObjectNotFound: 'there is no such template or device in the organization.',
      IncorrectRequest: 'the difference is no longer that of `ifDigest`, or a parameter would make no sense.',
    },
    ...inOrg,
    body: chosenDevices.extend({
      ifDigest: z.string().max(64).optional().describe('Refuse it unless the difference is the one of this digest.'),
      isGoneDeleted: z
        .boolean()
        .optional()
        .describe(
          'Whether parameters that the template has no more are deleted with their readings; false if left out.',
        ),
    }),
    reply: z.object({ changedCount: z.number().describe('Devices in which something was changed.') }),
    example: { body: { deviceIds: [12] } },
  }),
}
