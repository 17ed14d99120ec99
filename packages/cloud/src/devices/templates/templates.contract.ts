import { templateKinds } from '@busbar/templates/kinds'
import { idNumber, nothing } from '@busbar/wire'
import { z } from 'zod'
import { get, post } from '../../accounts/access/access-contract.ts'
import { idOf, objectName, pathId } from '../../fields/fields.ts'
import { writeFunctions } from '../device.fields.ts'
import { templateParam } from '../params/params.contract.ts'

const templateId = { params: z.object({ templateId: pathId.template }) }
const text = objectName

export const templateFields = z.object({
  name: text.describe('Name of the device family, 1 to 200 characters.'),
  manufacturer: text.describe('Manufacturer, 1 to 200 characters.'),
  version: text.describe('Version of the template or firmware, 1 to 200 characters.'),
  kind: z.enum(templateKinds).optional().describe('What the family is for.'),
  skus: z
    .array(z.string().min(1).max(100))
    .max(50)
    .optional()
    .describe('Order numbers (SKUs) that the template is for, at most 50.'),
  readGroupSize: z.int().min(1).max(255).describe('Registers of one read request at most, 1 to 255.'),
  writeFunction: z
    .enum(writeFunctions)
    .describe('Functions to write with: `normal` by the number of registers, or always 6 or 16.'),
  paramTemplates: z.array(templateParam).min(1).max(2000).describe('The parameters, 1 to 2000.'),
})

/** One of several maps that units of one name may have: what they share, and how this one is told from the others. */
export const variantOf = z.object({
  of: z.string().describe('What units of these maps have in common.'),
  note: z
    .object({
      en: z.string().describe('Text in English.'),
      pl: z.string().describe('Text in Polish.'),
      ru: z.string().describe('Text in Russian.'),
      uk: z.string().describe('Text in Ukrainian.'),
    })
    .describe('How this map is told from the others, by language.'),
})

/** `orgId`: whose it is; a shipped one has none and cannot be changed. */
const template = templateFields
  .required({ skus: true })
  .extend({
    id: idNumber.describe('Id of the template.'),
    orgId: idOf.org.optional(),
    revision: z.number().optional().describe('Of an organization\u2019s own: number of its revision, from 1.'),
    variant: variantOf.optional().describe('Set where units of one name may have several maps.'),
  })
  .meta({ id: 'DeviceTemplate', description: 'What the parameters of a device family are.' })

export const templates = {
  idBySku: post('/controller/get-template-id/', {
    access: 'session',
    summary: 'The template of a SKU',
    description: "Looks in templates of the caller's organizations first, then in those that are shipped.",
    errors: { ObjectNotFound: 'no template has this SKU.' },
    body: z.object({ sku: z.string().min(1).max(100).describe('Order number of the device, such as `em130`.') }),
    reply: z.object({ id: idNumber.describe('Id of the template.') }),
  }),
  get: get('/device-template/:templateId/', {
    access: 'session',
    summary: 'A device template',
    description: 'Shipped templates are for everybody; those of an organization need viewer there.',
    errors: {
      ObjectNotFound: "there is no such template, or it is another organization's.",
      NotAuthorized: 'the caller has a role below viewer in its organization.',
    },
    ...templateId,
    reply: template,
  }),
  list: get('/templates/', {
    access: 'session',
    extension: true,
    summary: 'Templates that the caller may use',
    description: "Those of the caller's organizations and those that are shipped, without their parameters.",
    reply: z.array(
      z.object({
        id: idNumber.describe('Id of the template.'),
        orgId: idOf.org.optional(),
        name: z.string().describe('Name of the device family.'),
        manufacturer: z.string().describe('Manufacturer.'),
        version: z.string().describe('Version of the template.'),
        kind: z.enum(templateKinds).optional().describe('What the family is for.'),
        skus: z.array(z.string()).describe('Order numbers that it is for.'),
        paramCount: z.number().describe('Number of its parameters.'),
        variant: variantOf.optional().describe('Set where units of one name may have several maps.'),
      }),
    ),
  }),
  create: post('/org/:orgId/templates/create/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Make a template of an organization',
    description:
      'Name, manufacturer and version together must be new in the organization. An organization has at most 1000 templates of its own.',
    errors: {
      IncorrectRequest: 'a parameter is wrong, which the message names, or the name is taken.',
      NotAuthorized: 'the caller is no manager, or there are 1000 templates.',
    },
    params: z.object({ orgId: pathId.org }),
    body: templateFields,
    reply: z.object({ id: idNumber.describe('Id of the new template.') }),
  }),
  importCsv: post('/org/:orgId/templates/import-csv/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Make a template from a CSV table',
    description:
      'The table has a line for each parameter; its first line names the columns, as `export-csv` writes them. Mistakes are answered with line and column, at most 100 of them, and then nothing is stored.',
    errors: {
      IncorrectRequest: 'the name is taken, or the body is not of its form.',
      NotAuthorized: 'the caller is no manager, or there are 1000 templates.',
    },
    params: z.object({ orgId: pathId.org }),
    body: templateFields
      .omit({ paramTemplates: true })
      .extend({ csv: z.string().max(900_000).describe('The table as text, at most 900,000 characters.') }),
    reply: z.union([
      z.object({ id: idNumber.describe('Id of the new template.') }),
      z.object({
        errors: z
          .array(
            z.object({
              line: z.number().describe('Line, from 1.'),
              column: z.string().describe('Name of the column.'),
              message: z.string().describe('What is wrong there.'),
            }),
          )
          .describe('What is wrong with the table.'),
      }),
    ]),
  }),
  change: post('/template/:templateId/change/', {
    access: 'session',
    extension: true,
    summary: 'Change a template',
    description:
      'What is not given stays. A change makes a new revision; what the template was is kept. Devices that were made from it do not change until it is applied to them.',
    errors: {
      NotAuthorized: 'a shipped template cannot be changed, or the caller is no manager.',
      ObjectNotFound: "there is no such template, or it is another organization's.",
      IncorrectRequest: 'a parameter is wrong, the name is taken, or there is another revision than `ifRevision` says.',
    },
    ...templateId,
    body: templateFields.partial().extend({
      ifRevision: z.int().min(1).optional().describe('Refuse it unless this is the revision that there is.'),
    }),
    reply: z.object({}),
  }),
  delete: post('/template/:templateId/delete/', {
    access: 'session',
    extension: true,
    summary: 'Delete a template of an organization\u2019s own; devices made from it stay. Needs manager there',
    description: 'Devices that were made from it stay as they are.',
    errors: {
      NotAuthorized: 'a shipped template cannot be deleted, or the caller is no manager.',
      ObjectNotFound: "there is no such template, or it is another organization's.",
    },
    ...templateId,
    body: nothing,
    reply: z.object({}),
  }),
  exportCsv: get('/template/:templateId/export-csv/', {
    access: 'session',
    extension: true,
    summary: 'The parameters of a template as CSV',
    description: 'A line for each parameter, in UTF-8; `import-csv` takes it back.',
    errors: {
      ObjectNotFound: "there is no such template, or it is another organization's.",
      NotAuthorized: 'the caller has a role below viewer in its organization.',
    },
    ...templateId,
    produces: 'text/csv; charset=utf-8',
    reply: z.string(),
  }),
}
