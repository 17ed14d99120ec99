import { plural } from '../plural.ts'
import type { TextsOf } from '../texts.ts'

export const holds: TextsOf<'holds'> = {
  title: 'Wstrzymano',
  why: {
    maintenance: 'Prace serwisowe',
    hours: 'Poza godzinami powiadamiania',
    mute: 'Wyciszony',
    dependency: 'Wstrzymany z powodu',
    flapping: 'Niestabilny',
  },
  till: (time) => `do ${time}`,
  by: (who) => `przez: ${who}`,
  select: (name) => `Zaznacz: ${name}`,
  selectAll: 'Zaznacz wszystkie widoczne',
  selected: plural('pl', { one: 'Zaznaczono # alarm', few: 'Zaznaczono # alarmy', many: 'Zaznaczono # alarmów' }),
  mute: 'Wycisz',
  unmute: 'Wyłącz wyciszenie',
  quickMute: { hour: 'Wycisz na 1 h', tomorrow: 'Wycisz do jutra' },
  confirmMany: 'Potwierdź zaznaczone alarmy',
  muteMany: 'Wycisz zaznaczone alarmy',
  muteHelp:
    'Są nadal sprawdzane i zapisywane w dzienniku, ale nikt nie dostaje powiadomień. O tym, co na końcu nadal trwa, przyjdzie wtedy powiadomienie.',
  muteFor: 'Na jak długo',
  muteTimes: { hour: '1 godzina', 'four-hours': '4 godziny', tomorrow: 'Do jutra do 07:00', other: 'Do innej chwili' },
  muteTill: 'Do',
  wrongTill: 'Wybierz chwilę w ciągu najbliższych 31 dni.',
  confirmedOf: (done, all) => `Potwierdzono: ${done} z ${all}.`,
  mutedOf: (done, all) => `Wyciszono: ${done} z ${all}.`,
  unmutedOf: (done, all) => `Powiadomienia znów są wysyłane: ${done} z ${all}.`,
  mutedNow: 'Wyciszone teraz',
  noneMuted: 'Nic nie jest wyciszone.',
}
