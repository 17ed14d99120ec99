import { noteTexts, questionTexts } from '@busbar/import/texts'
import { plural } from '../plural.ts'

const ofDevices = plural('en', { one: '# device', other: '# devices' })
const ofParams = plural('en', { one: '# parameter', other: '# parameters' })
const ofTimes = plural('en', { one: '# time', other: '# times' })

export const imports = {
  title: 'Import devices',
  open: 'Import from another program',
  help: 'Files of other programs become networks, devices and templates. What has no counterpart is listed below, and nothing is stored before you say so.',
  files: 'Files',
  filesHint:
    'Spreadsheet (CSV, XLSX), Home Assistant YAML, Telegraf TOML, ThingsBoard JSON, ESPHome YAML, Kepware CSV. At most 10 files, 700 kB together.',
  tooLarge: 'The files are larger than 700 kB together.',
  format: 'Format',
  found: 'Find out',
  formats: {
    spreadsheet: 'Spreadsheet',
    'home-assistant': 'Home Assistant',
    telegraf: 'Telegraf',
    thingsboard: 'ThingsBoard',
    esphome: 'ESPHome',
    kepware: 'Kepware',
  },
  into: 'Becomes',
  intoDevices: 'Networks and devices',
  intoTemplates: 'Templates only',
  asked: 'What the files do not say',
  isOpen: 'Needs an answer',
  address: 'An address',
  addressLabel: 'Address (host:port)',
  columns: 'Columns',
  choices: {
    none: 'Leave out',
    gateway: 'A gateway that is bound later',
    zero: 'From 0, as on the wire',
    one: 'From 1',
    prefixed: '40001 is the first holding register',
    'prefixed-zero': '40000 is the first holding register',
  },
  plan: 'What will be there',
  planFacts: (devices: number, params: number) => `${ofDevices(devices)}, ${ofParams(params)}`,
  nothing: 'Nothing in the files can be read here yet.',
  unit: 'Unit',
  parameters: 'Parameters',
  period: 'Read every',
  newNet: 'new',
  laterNet: 'gateway bound later',
  values: 'Values',
  valuesHelp: 'Read once, nothing is stored: whether byte order and scale are right is seen by eye.',
  read: 'Read values',
  noValues:
    'The device can be read after the import: its network has no address yet, or another protocol than Modbus TCP.',
  device: 'Device',
  register: 'Register',
  type: 'Type',
  notes: 'Notes',
  noNotes: 'Everything in the files is taken over as it is.',
  levels: { 'left-out': 'Left out', changed: 'Changed', info: 'To know' },
  times: (count: number) => ofTimes(count),
  startPolling: 'Read the devices at once',
  startPollingHint: 'Two programs that read one serial line slow each other down.',
  run: 'Import',
  done: (devices: number) => `${ofDevices(devices)} imported`,
  doneTemplates: 'Templates imported',
  noteTexts,
  questionTexts,
}
