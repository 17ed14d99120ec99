import { type ConfigOutcome, importConfigFrom } from '@busbar/cloud/admin'
import { command, UsageError } from '../../command.ts'
import { choiceOf, requiredFlag } from '../../values.ts'
import { admin, installationFlags, orgIdOf } from './place.ts'

const formats = ['spreadsheet', 'home-assistant', 'telegraf', 'thingsboard', 'esphome', 'kepware'] as const

export const importConfigCommand = command({
  summary: 'import device definitions of another program',
  about:
    'Spreadsheets (CSV, XLSX), Home Assistant, Telegraf, ThingsBoard, ESPHome and Kepware. The command lists ignored and changed entries, and asks questions that the files do not answer. Answer them in a file such as {"network:1": "192.0.2.7:502", "unit:1": "5"}. The import is stored completely or not at all.',
  flags: {
    files: { value: 'FILE...', about: 'the files, with secrets.yaml if they use it', isWord: true, isList: true },
    org: { value: 'ID', about: 'the organization' },
    format: { value: 'FORMAT', about: `${formats.join(', ')} (detected)` },
    answers: { value: 'FILE', about: 'answers to questions, as JSON' },
    templates: { about: 'create only templates, no networks and devices' },
    polling: { about: 'start polling the new devices at once' },
    'dry-run': { about: 'store nothing, and print what would be stored' },
    ...installationFlags,
  },
  async run(flags, { print }) {
    const files = flags.files ?? []
    if (files.length === 0) throw new UsageError('FILE is needed')
    const wanted = {
      orgId: orgIdOf(requiredFlag('org', flags.org)),
      files,
      format: flags.format === undefined ? null : choiceOf('format', flags.format, formats),
      answersFile: flags.answers ?? null,
      isTemplatesOnly: flags.templates === true,
      isDry: flags['dry-run'] === true,
      startPolling: flags.polling === true,
    }
    for (const line of outcomeLines(await admin(flags, (opened) => importConfigFrom(opened, wanted)))) print(line)
  },
})

const outcomeLines = ({ format, isStored, plan, notes, questions }: ConfigOutcome): string[] => {
  const { networks, templates, devices } = plan
  const shownChoices = (choices: readonly { value: string; label: string }[]): string =>
    choices.map(({ value, label }) => (value === label ? value : `${value} (${label})`)).join(', ')
  return [
    `${format}: ${devices.length} devices with ${templates.length} templates in ${networks.length} networks ${isStored ? 'are stored' : 'would be stored; nothing is'}.`,
    ...devices.map(
      ({ name, modbusUnitId, network, template }) =>
        `${name}: unit ${modbusUnitId} of ${networks[network]?.name ?? ''}, ${templates[template]?.paramTemplates.length ?? 0} parameters`,
    ),
    ...notes.map(
      ({ file, line, level, message, count }) =>
        `${level}: ${file}${line === null ? '' : `:${line}`}: ${message}${count > 1 ? ` (${count} times)` : ''}`,
    ),
    ...questions.map(
      ({ id, text, choices, default: usual }) =>
        `question ${id}: ${text}${choices.length > 0 ? ` One of: ${shownChoices(choices)}.` : ''}${usual === null ? ' It is open.' : ` Taken: ${usual}.`}`,
    ),
  ]
}
