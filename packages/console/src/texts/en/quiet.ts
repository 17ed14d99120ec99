import { plural } from '../plural.ts'

export const quiet = {
  title: 'When nobody is told',
  help: 'Conditions are still judged, and the log keeps what happened.',
  limited: 'Tell people only at certain hours',
  limitedHelp:
    'A message that falls due at another time waits for the next of these hours, as long as the alert goes on.',
  hours: 'Hours',
  days: 'Days of the week',
  from: 'From',
  till: 'Till',
  addHours: 'Add hours',
  zone: 'Time zone',
  windows: 'Maintenance',
  windowsHelp: 'Nobody is told within these spans.',
  window: 'Maintenance window',
  addWindow: 'Add a window',
  wrong: {
    noHours: 'Add at least one span of hours.',
    noDays: 'Choose at least one day.',
    backwards: 'The end must be after the beginning.',
  },
  nets: 'Networks',
  netsHelp: 'When nobody is told of anything behind a network, and who is told that the network itself is out.',
  noNets: 'No network yet',
  times: 'Quiet times',
  timesOf: (name: string) => `Quiet times: ${name}`,
  atHours: 'People are told at certain hours',
  always: 'People are told at all times',
  windowCount: plural('en', { one: '# maintenance window', other: '# maintenance windows' }),
}
