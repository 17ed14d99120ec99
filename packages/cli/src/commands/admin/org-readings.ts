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
    'A dry run lists the names in the file with counts and spans, and proposes parameters. The map is JSON: {"sensor.pv_power": 17, "old": {"paramId": 9, "multiplier": "0.001"}}. A reading that is there wins, so a run that was cut can be repeated. Of Home Assistant take a copy of home-assistant_v2.db.',
  flags: {
    file: { value: 'FILE', about: 'the file, of any size', isWord: true },
    org: { value: 'ID', about: 'into which organization' },
    map: { value: 'FILE', about: 'parameters by the names of the file' },
    format: { value: 'FORMAT', about: `${inFormats.join(', ')} (csv)` },
    into: { value: 'past|gaps', about: 'times before the device was added, or hours without readings (past)' },
    'time-column': { value: 'NAME', about: 'of CSV: the column of times (found)' },
    'time-format': { value: 'iso|s|ms', about: 'of CSV: how times are written (iso)' },
    'time-zone': { value: 'ZONE', about: 'of CSV: zone of times without an offset (UTC)' },
    precision: { value: 'ns|us|ms|s', about: 'of line protocol: unit of times (ns)' },
    'dry-run': { about: 'store nothing, and list what is there' },
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
    'As JSON lines, line protocol of InfluxDB or Parquet; a name that ends in .gz is packed. At most 50 million readings.',
  flags: {
    file: { value: 'FILE', about: 'a file that is not there yet', isWord: true },
    org: { value: 'ID', about: 'of which organization' },
    format: { value: 'FORMAT', about: `${outFormats.join(', ')} (jsonl)` },
    from: { value: 'TIME', about: 'beginning of the span (all)' },
    till: { value: 'TIME', about: 'end of the span (now)' },
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
