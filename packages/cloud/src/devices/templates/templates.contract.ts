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
  kind: z.enum(templateKinds).optional().describe('Device type.'),
  skus: z.array(z.string().min(1).max(100)).max(50).optional().describe('SKUs of the devices, at most 50.'),
  readGroupSize: z.int().min(1).max(255).describe('Maximum number of registers per read request, 1 to 255.'),
  writeFunction: z
    .enum(writeFunctions)
    .describe('Write functions: `normal` depending on the number of registers, or always 6 or 16.'),
  paramTemplates: z.array(templateParam).min(1).max(2000).describe('Parameters, 1 to 2000.'),
})

/** A variant: one of several register maps of units with the same name. */
export const variantOf = z.object({
  of: z.string().describe('What units with these register maps have in common.'),
  note: z
    .object({
      en: z.string().describe('Text in English.'),
      pl: z.string().describe('Text in Polish.'),
      ru: z.string().describe('Text in Russian.'),
      uk: z.string().describe('Text in Ukrainian.'),
    })
    .describe('How to distinguish this register map from the others, by language.'),
})

/** `orgId`: owner; shipped templates have none and cannot be changed. */
const template = templateFields
  .required({ skus: true })
  .extend({
    id: idNumber.describe('Template ID.'),
    orgId: idOf.org.optional(),
    revision: z.number().optional().describe("Revision number, from 1; only for an organization's own template."),
    variant: variantOf.optional().describe('Present if units with this name can have several register maps.'),
  })
  .meta({ id: 'DeviceTemplate', description: 'Parameters of a device family.' })

export const templates = {
  idBySku: post('/controller/get-template-id/', {
    access: 'session',
    summary: 'Find the template of a SKU',
    description: "Searches templates of the caller's organizations first, then built-in ones.",
    errors: { ObjectNotFound: 'no template has this SKU.' },
    body: z.object({ sku: z.string().min(1).max(100).describe('SKU of the device, such as `em130`.') }),
    reply: z.object({ id: idNumber.describe('Template ID.') }),
  }),
  get: get('/device-template/:templateId/', {
    access: 'session',
    summary: 'Get a device template',
    description: "Built-in templates are available to every user; an organization's templates require the role viewer.",
    errors: {
      ObjectNotFound: 'the template does not exist or belongs to another organization.',
      NotAuthorized: "the caller's role in its organization is below viewer.",
    },
    ...templateId,
    reply: template,
  }),
  list: get('/templates/', {
    access: 'session',
    extension: true,
    summary: 'List available templates',
    description: "Templates of the caller's organizations and built-in ones, without their parameters.",
    reply: z.array(
      z.object({
        id: idNumber.describe('Template ID.'),
        orgId: idOf.org.optional(),
        name: z.string().describe('Name of the device family.'),
        manufacturer: z.string().describe('Manufacturer.'),
        version: z.string().describe('Version of the template.'),
        kind: z.enum(templateKinds).optional().describe('Device type.'),
        skus: z.array(z.string()).describe('SKUs of the devices.'),
        paramCount: z.number().describe('Number of parameters.'),
        variant: variantOf.optional().describe('Present if units with this name can have several register maps.'),
      }),
    ),
  }),
  create: post('/org/:orgId/templates/create/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Create a template',
    description:
      'The combination of name, manufacturer and version must be new in the organization. At most 1000 templates per organization.',
    errors: {
      IncorrectRequest: 'a parameter is invalid (the message contains its name), or the name is in use.',
      NotAuthorized: 'the caller is not a manager, or there are 1000 templates.',
    },
    params: z.object({ orgId: pathId.org }),
    body: templateFields,
    reply: z.object({ id: idNumber.describe('ID of the new template.') }),
  }),
  importCsv: post('/org/:orgId/templates/import-csv/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Create a template from a CSV table',
    description:
      'The table has one line per parameter; its first line contains the column names as written by `export-csv`. Errors are returned with line and column, at most 100, and nothing is stored.',
    errors: {
      IncorrectRequest: 'the name is in use, or the body is invalid.',
      NotAuthorized: 'the caller is not a manager, or there are 1000 templates.',
    },
    params: z.object({ orgId: pathId.org }),
    body: templateFields
      .omit({ paramTemplates: true })
      .extend({ csv: z.string().max(900_000).describe('CSV table as text, at most 900,000 characters.') }),
    reply: z.union([
      z.object({ id: idNumber.describe('ID of the new template.') }),
      z.object({
        errors: z
          .array(
            z.object({
              line: z.number().describe('Line number, from 1.'),
              column: z.string().describe('Column name.'),
              message: z.string().describe('Error message.'),
            }),
          )
          .describe('Errors in the table.'),
      }),
    ]),
  }),
  change: post('/template/:templateId/change/', {
    access: 'session',
    extension: true,
    summary: 'Change a template',
    description:
      'Omitted fields are unchanged. A change creates a revision; the previous one is kept. Devices created from the template do not change until it is applied to them.',
    errors: {
      NotAuthorized: 'a built-in template cannot be changed, or the caller is not a manager.',
      ObjectNotFound: 'the template does not exist or belongs to another organization.',
      IncorrectRequest: 'a parameter is invalid, the name is in use, or the revision differs from `ifRevision`.',
    },
    ...templateId,
    body: templateFields.partial().extend({
      ifRevision: z.int().min(1).optional().describe('Refuse the change unless this is the current revision.'),
    }),
    reply: z.object({}),
  }),
  delete: post('/template/:templateId/delete/', {
    access: 'session',
    extension: true,
    summary: 'Delete a template of an organization',
    description: 'Devices created from it are kept. Requires the role manager in its organization.',
    errors: {
      NotAuthorized: 'a built-in template cannot be deleted, or the caller is not a manager.',
      ObjectNotFound: 'the template does not exist or belongs to another organization.',
    },
    ...templateId,
    body: nothing,
    reply: z.object({}),
  }),
  exportCsv: get('/template/:templateId/export-csv/', {
    access: 'session',
    extension: true,
    summary: 'Export the parameters of a template as CSV',
    description: 'One line per parameter, in UTF-8; `import-csv` reads this format.',
    errors: {
      ObjectNotFound: 'the template does not exist or belongs to another organization.',
      NotAuthorized: "the caller's role in its organization is below viewer.",
    },
    ...templateId,
    produces: 'text/csv; charset=utf-8',
    reply: z.string(),
  }),
}
