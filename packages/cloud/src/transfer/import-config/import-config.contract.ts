import { importFormats, noteLevels } from '@busbar/import/plan'
import { idNumber } from '@busbar/wire'
import { z } from 'zod'
import { post } from '../../accounts/access/access-contract.ts'
import { protocols } from '../../devices/nets/nets.contract.ts'
import { templateParam } from '../../devices/params/params.contract.ts'
import { idOf, pathId } from '../../fields/fields.ts'

const filesMax = 10

const args = z.record(z.string(), z.string()).describe('What its text names, by name.')

const note = z.object({
  file: z.string().describe('Name of the file.'),
  line: z.number().nullable().describe('Line in it, from 1; null where it is not known.'),
  path: z.string().describe('Place in it, such as `modbus.0.sensors.3`.'),
  level: z
    .enum(noteLevels)
    .describe('`left-out`: not taken over. `changed`: taken over otherwise. `info`: to be known.'),
  code: z.string().describe('Kind of the note.'),
  args,
  message: z.string().describe('The note in English.'),
  count: z.number().describe('How many things of the file it stands for.'),
})

const question = z.object({
  id: z.string().describe('Key of its answer in `answers`.'),
  code: z.string().describe('Kind of the question.'),
  args,
  text: z.string().describe('The question in English.'),
  choices: z
    .array(
      z.object({
        value: z.string().describe('The answer.'),
        label: z.string().describe('What it is called.'),
      }),
    )
    .describe('Answers to choose from; empty where it is a text.'),
  isFree: z.boolean().describe('Whether an answer may be none of the choices.'),
  default: z.string().nullable().describe('What is taken without an answer; null while it is open.'),
})

const plan = z.object({
  networks: z
    .array(
      z.object({
        name: z.string().describe('Name of the network.'),
        existingId: idNumber.optional().describe('Id of the network that is there already.'),
        protocol: z.enum(protocols).describe('Protocol on the link.'),
        ip: z.string().optional().describe('Address that is dialled; missing where a gateway calls in.'),
        port: z.number().optional().describe('Port that is dialled.'),
      }),
    )
    .describe('Networks that devices are put into.'),
  templates: z
    .array(
      z.object({
        name: z.string().describe('Name of the template.'),
        paramTemplates: z.array(templateParam).describe('Its parameters.'),
      }),
    )
    .describe('Templates, each for all devices with the same parameters.'),
  devices: z
    .array(
      z.object({
        name: z.string().describe('Name of the device.'),
        network: z.number().describe('Place of its network in `networks`, from 0.'),
        template: z.number().describe('Place of its template in `templates`, from 0.'),
        modbusUnitId: z.number().describe('Modbus unit id, 0 to 255.'),
        updatePeriodSec: z.number().describe('Seconds from one background reading to the next.'),
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
    summary: 'Import device definitions of another program',
    description:
      'Spreadsheets (CSV, XLSX), Home Assistant, Telegraf, ThingsBoard, ESPHome and Kepware. A dry run answers the plan, notes and questions; what is left out is always noted. Without it all is stored or nothing, and questions without a default need an answer. At most 10 files of 1 MB together, 200 devices and 20,000 parameters. Writing to new networks stays off.',
    errors: {
      IncorrectRequest:
        'the files cannot be read, a question is open, or something cannot be stored; the message says what.',
      NotAuthorized: 'the caller is no manager, or the device quota would be passed.',
      ObjectNotFound: 'there is no such organization.',
    },
    params: z.object({ orgId: pathId.org }),
    body: z.object({
      format: z.enum(importFormats).optional().describe('Format of the files; found out if left out.'),
      files: z
        .array(
          z.object({
            name: z.string().min(1).max(200).describe('Name of the file.'),
            text: z.string().max(1_000_000).optional().describe('Its text.'),
            base64: z.string().max(1_000_000).optional().describe('Its bytes in base64; for workbooks.'),
          }),
        )
        .min(1)
        .max(filesMax)
        .describe('The files, 1 to 10; secrets of Home Assistant go along as `secrets.yaml`.'),
      answers: z
        .record(z.string().max(500), z.string().max(500))
        .default({})
        .describe('Answers by the ids of questions.'),
      isTemplatesOnly: z.boolean().default(false).describe('True makes templates alone, and no networks and devices.'),
      isDry: z.boolean().describe('True stores nothing and answers what would be stored.'),
      startPolling: z.boolean().default(false).describe('True reads the new devices at once.'),
    }),
    reply: z.object({
      format: z.enum(importFormats).describe('Format of the files.'),
      isStored: z.boolean().describe('Whether it was stored.'),
      plan: plan.describe('What the files come to; without what still depends on answers.'),
      notes: z.array(note).describe('What was left out, changed, or should be known.'),
      questions: z.array(question).describe('What the files do not say.'),
      templateIds: z
        .array(idOf.template)
        .describe('Ids of the templates, in the order of the plan; empty in a dry run.'),
      netIds: z.array(idOf.net).describe('Ids of the networks, in the order of the plan; empty in a dry run.'),
      deviceIds: z.array(idOf.device).describe('Ids of the devices, in the order of the plan; empty in a dry run.'),
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
