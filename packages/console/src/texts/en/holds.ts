import { plural } from '../plural.ts'

export const holds = {
  title: 'Held back',
  why: {
    maintenance: 'Maintenance',
    hours: 'Outside the active hours',
    mute: 'Muted',
    dependency: 'Held back because of',
    flapping: 'Flapping',
  },
  till: (time: string) => `until ${time}`,
  by: (who: string) => `by ${who}`,
  select: (name: string) => `Select: ${name}`,
  selectAll: 'Select all in the list',
  selected: plural('en', { one: '# selected', other: '# selected' }),
  mute: 'Mute',
  unmute: 'Unmute',
  quickMute: { hour: 'Mute 1 h', tomorrow: 'Mute till tomorrow' },
  confirmMany: 'Confirm the selected alerts',
  muteMany: 'Mute the selected alerts',
  muteHelp:
    'They are judged and logged as ever, but nobody gets a message. What is still active at the end is told then.',
  muteFor: 'For how long',
  muteTimes: { hour: '1 hour', 'four-hours': '4 hours', tomorrow: 'Until tomorrow 07:00', other: 'Until another time' },
  muteTill: 'Until',
  wrongTill: 'Choose a time within the next 31 days.',
  confirmedOf: (done: number, all: number) => `Confirmed: ${done} of ${all}.`,
  mutedOf: (done: number, all: number) => `Muted: ${done} of ${all}.`,
  unmutedOf: (done: number, all: number) => `Messages are sent again: ${done} of ${all}.`,
  mutedNow: 'Muted now',
  noneMuted: 'Nothing is muted.',
}
