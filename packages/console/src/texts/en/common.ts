import { plural } from '../plural.ts'

export const common = {
  appName: 'Busbar',
  loading: 'Loading …',
  retry: 'Try again',
  save: 'Save',
  cancel: 'Cancel',
  close: 'Close',
  never: 'never',
  none: 'none',
  name: 'Name',
  network: 'Network',
  device: 'Device',
  state: 'State',
  value: 'Value',
  unit: 'Unit',
  lastRead: 'Last read',
  address: 'Address',
  since: 'Since',
  rows: plural('en', { one: '# row', other: '# rows' }),
  timesIn: (zone: string) => `Times in ${zone}`,
}
