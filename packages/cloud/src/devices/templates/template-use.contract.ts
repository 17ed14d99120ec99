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

const inDevices = z.array(idNumber).describe('IDs of the affected devices.')
const about = {
  label: z.string().optional().describe('Symbol of the parameter; missing if the entry concerns the device itself.'),
  name: z
    .string()
    .optional()
    .describe('English name of the parameter; missing if the entry concerns the device itself.'),
}
const change = z.object({
  ...about,
  field: z.string().describe('Name of the setting.'),
  before: z.string().optional().describe('Current value; missing without one.'),
  after: z.string().optional().describe('Value of the template; missing without one.'),
  deviceIds: inDevices,
})
const param = z.object({ ...about, deviceIds: inDevices })

const difference = z.object({
  digest: z.string().describe('Digest of this difference: with it, `apply` refuses to apply any other difference.'),
  changed: z.array(change).describe('Settings that will follow the template. The parameter is kept with its readings.'),
  kept: z.array(change).describe('Settings that a user has changed and that are kept.'),
  added: z.array(param).describe('Parameters to add to devices.'),
  gone: z.array(param).describe('Parameters of an earlier revision that the template no longer has.'),
  unchangedCount: z.number().describe('Devices that already match the template.'),
})

const chosenDevices = z.object({
  deviceIds: z
    .array(idNumber)
    .min(1)
    .max(devicesMax)
    .describe('IDs of devices of the organization, 1 to 200, including devices created from another template.'),
})

/** Revisions of an organization's templates, the devices that use them, and the effect of changes on these. */
export const templateUse = {
  revisions: get('/template/:templateId/revisions/', {
    access: 'session',
    extension: true,
    summary: 'List earlier revisions of a template',
    description:
      "Newest first. Every change of an organization's template creates a revision; the previous 50 are kept. Built-in templates have none.",
    errors: {
      ObjectNotFound: 'the template does not exist or belongs to another organization.',
      NotAuthorized: "the caller's role in its organization is below viewer.",
    },
    params: z.object({ templateId: pathId.template }),
    reply: z.array(
      z.object({
        revision: revision.describe('Revision number.'),
        replacedOn: timestamp.describe('Time when it was replaced.'),
        replacedBy: z.string().describe('User who created the next revision.'),
        paramCount: z.number().describe('Number of parameters.'),
      }),
    ),
  }),
  revision: get('/template/:templateId/revision/:revision/', {
    access: 'session',
    extension: true,
    summary: 'Get an earlier revision of a template',
    description: 'Includes its parameters.',
    errors: {
      ObjectNotFound: 'the template does not exist, or this revision is no longer stored.',
      NotAuthorized: "the caller's role in its organization is below viewer.",
    },
    params: z.object({
      templateId: pathId.template,
      revision: id.describe('Revision number.'),
    }),
    reply: templateFields.required({ skus: true }).extend({ revision: revision.describe('Revision number.') }),
  }),
  devices: get('/org/:orgId/template/:templateId/devices/', {
    access: 'viewer',
    object: 'org',
    extension: true,
    summary: 'List the devices of a template',
    description: 'Sorted by network and device name, at most 5000.',
    errors: { ObjectNotFound: 'the template does not exist or belongs to another organization.' },
    ...inOrg,
    reply: z.array(
      z.object({
        id: idOf.device,
        name: z.string().describe('Device name.'),
        netId: idOf.net,
        netName: z.string().describe('Network name.'),
        modbusUnitId: z.number().describe('Modbus unit ID, 0 to 255.'),
        disabledOn: timestamp.optional().describe('Time when it was disabled; missing while enabled.'),
        revision: z.number().optional().describe('Revision last applied; missing if unknown.'),
      }),
    ),
  }),
  compare: post('/org/:orgId/template/:templateId/compare/', {
    access: 'manager',
    object: 'org',
    extension: true,
    cost: 5,
    summary: 'Preview applying a template',
    description:
      'Parameters of device and template are matched by label, else slug, else register, else name. A setting changed on a device since a stored revision was applied is kept. Nothing is changed.',
    errors: {
      ObjectNotFound: 'the template or a device does not exist in the organization.',
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
    summary: 'Apply a template to devices',
    description:
      'Applies the result of `compare` to all devices or to none. Matched parameters keep their IDs, slugs and readings. Parameters that the template no longer has remain in the device, unless they are to be deleted with their readings. Creates an audit record.',
    errors: {
      ObjectNotFound: 'the template or a device does not exist in the organization.',
      IncorrectRequest: 'the difference no longer matches `ifDigest`, or a parameter would be invalid.',
    },
    ...inOrg,
    body: chosenDevices.extend({
      ifDigest: z.string().max(64).optional().describe('Refuse the change unless the difference has this digest.'),
      isGoneDeleted: z
        .boolean()
        .optional()
        .describe(
          'Whether to delete parameters that the template no longer has, with their readings; false by default.',
        ),
    }),
    reply: z.object({ changedCount: z.number().describe('Changed devices.') }),
    example: { body: { deviceIds: [12] } },
  }),
}
