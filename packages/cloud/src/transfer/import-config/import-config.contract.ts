import { importFormats, noteLevels } from '@busbar/import/plan'
import { idNumber } from '@busbar/wire'
import { z } from 'zod'
import { post } from '../../accounts/access/access-contract.ts'
import { protocols } from '../../devices/nets/nets.contract.ts'
import { templateParam } from '../../devices/params/params.contract.ts'
import { idOf, pathId } from '../../fields/fields.ts'

const filesMax = 10

const args = z.record(z.string(), z.string()).describe('Names used in its text, by placeholder.')

const note = z.object({
  file: z.string().describe('File name.'),
  line: z.number().nullable().describe('Line number, from 1; null if unknown.'),
  path: z.string().describe('Path in the file, such as `modbus.0.sensors.3`.'),
  level: z
    .enum(noteLevels)
    .describe('`left-out`: not imported. `changed`: imported with a difference. `info`: for information.'),
  code: z.string().describe('Type of the note.'),
  args,
  message: z.string().describe('The note in English.'),
  count: z.number().describe('Number of items concerned.'),
})

const question = z.object({
  id: z.string().describe('Key of its answer in `answers`.'),
  code: z.string().describe('Type of the question.'),
  args,
  text: z.string().describe('The question in English.'),
  choices: z
    .array(
      z.object({
        value: z.string().describe('The answer.'),
        label: z.string().describe('Label.'),
      }),
    )
    .describe('Possible answers; empty for free text.'),
  isFree: z.boolean().describe('Whether other answers are allowed.'),
  default: z.string().nullable().describe('Default answer; null if an answer is required.'),
})

const plan = z.object({
  networks: z
    .array(
      z.object({
        name: z.string().describe('Network name.'),
        existingId: idNumber.optional().describe('ID of the existing network.'),
        protocol: z.enum(protocols).describe('Protocol of the connection.'),
        ip: z.string().optional().describe('Address to connect to; missing for a gateway connection.'),
        port: z.number().optional().describe('Port to connect to.'),
      }),
    )
    .describe('Networks for the devices.'),
  templates: z
    .array(
      z.object({
        name: z.string().describe('Name of the template.'),
        paramTemplates: z.array(templateParam).describe('Parameters.'),
      }),
    )
    .describe('Templates, one for all devices with the same parameters.'),
  devices: z
    .array(
      z.object({
        name: z.string().describe('Device name.'),
        network: z.number().describe('Index of its network in `networks`, from 0.'),
        template: z.number().describe('Index of its template in `templates`, from 0.'),
        modbusUnitId: z.number().describe('Modbus unit ID, 0 to 255.'),
        updatePeriodSec: z.number().describe('Polling period in seconds.'),
      }),
    )
    .describe('Devices.'),
})
export type ConfigPlan = z.output<typeof plan>

/** Device definitions of other programs. */
export const importConfig = {
  run: post('/org/:orgId/import-config/', {
    access: 'manager',
    object: 'org',
    extension: true,
    summary: 'Import device definitions of other programs',
    description:
      'Spreadsheets (CSV, XLSX), Home Assistant, Telegraf, ThingsBoard, ESPHome and Kepware. A dry run returns the plan, notes and questions; everything that is not imported is noted. Otherwise everything is stored or nothing, and questions without a default require an answer. At most 10 files of 1 MB in total, 200 devices and 20,000 parameters. Writing to new networks is disabled.',
    errors: {
      IncorrectRequest:
        'the files are invalid, a question is unanswered, or something cannot be stored; the message contains the reason.',
      NotAuthorized: 'the caller is not a manager, or the device quota would be exceeded.',
      ObjectNotFound: 'the organization does not exist.',
    },
    params: z.object({ orgId: pathId.org }),
    body: z.object({
      format: z.enum(importFormats).optional().describe('File format; detected by default.'),
      files: z
        .array(
          z.object({
            name: z.string().min(1).max(200).describe('File name.'),
            text: z.string().max(1_000_000).optional().describe('File content as text.'),
            base64: z.string().max(1_000_000).optional().describe('File content in base64, for workbooks.'),
          }),
        )
        .min(1)
        .max(filesMax)
        .describe('Files, 1 to 10; add the secrets of Home Assistant as `secrets.yaml`.'),
      answers: z.record(z.string().max(500), z.string().max(500)).default({}).describe('Answers by question ID.'),
      isTemplatesOnly: z
        .boolean()
        .default(false)
        .describe('True to create only templates, without networks and devices.'),
      isDry: z.boolean().describe('True for a dry run that stores nothing.'),
      startPolling: z.boolean().default(false).describe('True to start polling the new devices immediately.'),
    }),
    reply: z.object({
      format: z.enum(importFormats).describe('File format.'),
      isStored: z.boolean().describe('Whether the result was stored.'),
      plan: plan.describe('Result of the import, without the parts that depend on unanswered questions.'),
      notes: z.array(note).describe('Omissions, changes and information.'),
      questions: z.array(question).describe('Open questions.'),
      templateIds: z.array(idOf.template).describe('Template IDs in the order of the plan; empty for a dry run.'),
      netIds: z.array(idOf.net).describe('Network IDs in the order of the plan; empty for a dry run.'),
      deviceIds: z.array(idOf.device).describe('Device IDs in the order of the plan; empty for a dry run.'),
    }),
    example: {
      body: {
        files: [{ name: 'meter.csv', text: 'Name,Register,Type,Unit\nVoltage,0,float,V\nCurrent,6,float,A\n' }],
        answers: { 'network:1': '192.0.2.7:502', 'unit:1': '3' },
        isDry: true,
      },
    },
  }),
}
