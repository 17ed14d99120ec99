import { plural } from '../plural.ts'

export const palette = {
  title: 'Go to, or do',
  hint: 'A network, a device, a value, or what to do',
  places: 'Networks and devices',
  values: 'Values',
  pages: 'Pages',
  commands: 'Do',
  nothing: (typed: string) => `Nothing called “${typed}”`,
  found: plural('en', { one: '# found', other: '# found' }),
  unit: (unit: number) => `unit ${unit}`,
  choose: 'choose',
  open: 'open',
  close: 'close',
  mute: (name: string) => `Mute alerts of ${name} for 1 h`,
  muted: plural('en', { one: '# alert is muted for an hour.', other: '# alerts are muted for an hour.' }),
  readNow: (name: string) => `Read ${name} now`,
  read: (name: string, value: string) => `${name}: ${value}`,
  readSome: (name: string, read: number, all: number) => `${name}: ${read} of ${all} values were read.`,
  toDark: 'Switch to dark',
  toLight: 'Switch to light',
}
