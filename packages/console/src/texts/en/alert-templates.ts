import { plural } from '../plural.ts'

const ofDevices = plural('en', { one: '# device', other: '# devices' })
const alertCount = plural('en', { one: '# alert', other: '# alerts' })

export const alertTemplates = {
  title: 'Alerts for all devices of a kind',
  none: 'None yet',
  help: 'One rule for all devices of a kind: each has its own alert, also those that are added later.',
  add: 'New, for a kind',
  made: (alerts: number, devices: number) => `${alertCount(alerts)}, ${ofDevices(devices)}`,
  forWhat: 'The alert is',
  forValue: 'for one value',
  forKind: 'for all devices of a kind',
  forAll: (kind: string) => `For all devices of the kind ${kind}.`,
  kind: 'Kind of device',
  chooseKind: 'Choose a kind',
  create: 'Make the alerts',
  saveAll: 'Save for all devices',
  changed: 'All alerts are changed.',
  devices: 'Devices',
  deviceCount: ofDevices,
  noDevices: 'No device of this kind yet',
  noDevicesHelp: 'As soon as there is one, it has its alert.',
  moreDevices: plural('en', { one: 'and # more device', other: 'and # more devices' }),
  missing: (params: string) => `lacks ${params}`,
  noAlert: 'has no alert',
  offHere: 'Off for this device',
  exception: 'Exception',
  exceptionOf: (name: string) => `Exception: ${name}`,
  asTemplate: (value: string) => `Empty: ${value}, as for all.`,
  madeBy: 'This alert was made by',
  changeThere: 'It is changed there, for all devices or with an exception for this one.',
  deleteOf: (name: string) => `Delete ${name}?`,
  whatOfAlerts: 'What becomes of its alerts?',
  fates: { keep: 'They stay', delete: 'They are deleted' },
  fateHelp: { keep: 'Each is an alert of its own from then on.', delete: 'What became of them stays in the history.' },
}
