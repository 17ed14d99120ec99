import { plural } from '../plural.ts'
import type { TextsOf } from '../texts.ts'

const ofDevices = plural('pl', { one: '# urządzenie', few: '# urządzenia', many: '# urządzeń' })
const alertCount = plural('pl', { one: '# alarm', few: '# alarmy', many: '# alarmów' })

export const alertTemplates: TextsOf<'alertTemplates'> = {
  title: 'Alarmy dla wszystkich urządzeń danego rodzaju',
  none: 'Jeszcze żadnych',
  help: 'Jedna reguła dla wszystkich urządzeń danego rodzaju: każde ma własny alarm, także te dodane później.',
  add: 'Nowy, dla rodzaju',
  made: (alerts: number, devices: number) => `${alertCount(alerts)}, ${ofDevices(devices)}`,
  forWhat: 'Alarm jest',
  forValue: 'dla jednej wartości',
  forKind: 'dla wszystkich urządzeń danego rodzaju',
  forAll: (kind: string) => `Dla wszystkich urządzeń rodzaju ${kind}.`,
  kind: 'Rodzaj urządzenia',
  chooseKind: 'Wybierz rodzaj',
  create: 'Utwórz alarmy',
  saveAll: 'Zapisz dla wszystkich urządzeń',
  changed: 'Zmieniono wszystkie alarmy.',
  devices: 'Urządzenia',
  deviceCount: ofDevices,
  noDevices: 'Nie ma jeszcze urządzeń tego rodzaju',
  noDevicesHelp: 'Gdy tylko się pojawi, będzie miało swój alarm.',
  moreDevices: plural('pl', {
    one: 'i jeszcze # urządzenie',
    few: 'i jeszcze # urządzenia',
    many: 'i jeszcze # urządzeń',
  }),
  missing: (params: string) => `nie ma ${params}`,
  noAlert: 'nie ma alarmu',
  offHere: 'Wyłączony dla tego urządzenia',
  exception: 'Wyjątek',
  exceptionOf: (name: string) => `Wyjątek: ${name}`,
  asTemplate: (value: string) => `Puste: ${value}, jak dla wszystkich.`,
  madeBy: 'Ten alarm utworzył szablon',
  changeThere: 'Zmienia się go tam: dla wszystkich urządzeń albo z wyjątkiem dla tego.',
  deleteOf: (name: string) => `Usunąć ${name}?`,
  whatOfAlerts: 'Co ma się stać z jego alarmami?',
  fates: { keep: 'Zostają', delete: 'Są usuwane' },
  fateHelp: { keep: 'Każdy jest odtąd osobnym alarmem.', delete: 'Ich przebieg zostaje w historii.' },
}
