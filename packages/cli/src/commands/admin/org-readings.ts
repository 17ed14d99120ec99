import { stat } from 'node:fs/promises'
import { exportReadingsTo, importReadingsFrom, type ReadingsOutcome } from '@busbar/cloud/admin'
import { command } from '../../command.ts'
import { choiceOf, momentOf, requiredArg, requiredFlag } from '../../values.ts'
import { admin, installationFlags, orgIdOf } from './place.ts'

const inFormats = ['csv', 'line-protocol', 'home-assistant'] as const
const outFormats = ['jsonl', 'line-protocol', 'parquet'] as const

export const importReadingsCommand = command({
  summary: 'import readings of another program',
  about:
    'A dry run lists the names in the file with counts and periods, and suggests parameters. The map is JSON: {"sensor.pv_power": 17, "old": {"paramId": 9, "multiplier": "0.001"}}. Stored readings are never replaced, so an interrupted import can be repeated. For Home Assistant, use a copy of home-assistant_v2.db.',
  flags: {
    file: { value: 'FILE', about: 'the file, of any size', isWord: true },
    org: { value: 'ID', about: 'the organization' },
    map: { value: 'FILE', about: 'a file that maps names to parameters' },
    format: { value: 'FORMAT', about: `${inFormats.join(', ')} (csv)` },
    into: { value: 'past|gaps', about: 'times before the device was added, or gaps (past)' },
    'time-column': { value: 'NAME', about: 'CSV: the column of times (detected)' },
    'time-format': { value: 'iso|s|ms', about: 'CSV: format of times (iso)' },
    'time-zone': { value: 'ZONE', about: 'CSV: time zone of times without an offset (UTC)' },
    precision: { value: 'ns|us|ms|s', about: 'line protocol: unit of times (ns)' },
    'dry-run': { about: 'store nothing, and list the content of the file' },
    ...installationFlags,
  },
  async run(flags, { print }) {
    const file = requiredArg('FILE', flags.file)
    const wanted = {
      orgId: orgIdOf(requiredFlag('org', flags.org)),
      file,
      mapFile: flags.map ?? null,
      into: choiceOf('into', flags.into ?? 'past', ['past', 'gaps']),
      isDry: flags['dry-run'] === true,
      rules: {
        format: choiceOf('format', flags.format ?? 'csv', inFormats),
        timeColumn: flags['time-column'],
        timeFormat: choiceOf('time-format', flags['time-format'] ?? 'iso', ['iso', 's', 'ms']),
        timeZone: flags['time-zone'] ?? 'UTC',
        precision: choiceOf('precision', flags.precision ?? 'ns', ['ns', 'us', 'ms', 's']),
      },
      onProgress: (lines: number) => print(`${lines} read ...`),
    }
    const outcome = await admin(flags, (opened) => importReadingsFrom(opened, wanted))
    for (const line of outcomeLines(outcome, wanted.isDry)) print(line)
  },
})

const outcomeLines = ({ names, stored, aside, refused, refusedCount }: ReadingsOutcome, isDry: boolean): string[] => [
  ...(isDry
    ? names.map(
        ({ name, count, gaps, from, till, paramId }) =>
          `${name}: ${count} readings, ${gaps} gaps, ${from} to ${till}${paramId === undefined ? '' : `, parameter ${paramId}`}`,
      )
    : []),
  `${stored} readings ${isDry ? 'would be stored; nothing is' : 'are stored'}.`,
  ...aside.map(({ reason, count }) => `set aside, ${reason}: ${count}`),
  ...(refusedCount > 0 ? [`lines that are no readings: ${refusedCount}`] : []),
  ...refused.map(({ line, reason }) => `line ${line}: ${reason}`),
]

export const exportReadingsCommand = command({
  summary: 'write readings of an organization to a file',
  about:
    'Writes JSON lines, InfluxDB line protocol or Parquet; a file name with .gz is compressed. At most 50 million readings.',
  flags: {
    file: { value: 'FILE', about: 'a file that does not exist yet', isWord: true },
    org: { value: 'ID', about: 'the organization' },
    format: { value: 'FORMAT', about: `${outFormats.join(', ')} (jsonl)` },
    from: { value: 'TIME', about: 'start of the period (the first reading)' },
    till: { value: 'TIME', about: 'end of the period (now)' },
    ...installationFlags,
  },
  async run(flags, { print }) {
    const file = requiredArg('FILE', flags.file)
    const options = {
      orgId: orgIdOf(requiredFlag('org', flags.org)),
      format: choiceOf('format', flags.format ?? 'jsonl', outFormats),
      paramIds: null,
      deviceIds: null,
      from: flags.from === undefined ? 0 : momentOf('from', flags.from),
      till: flags.till === undefined ? Date.now() : momentOf('till', flags.till),
    }
    await admin(flags, (opened) => exportReadingsTo(opened, file, options))
    print(`${file} is written, ${(await stat(file)).size} bytes.`)
  },
})
