import { plural } from '../plural.ts'
import type { TextsOf } from '../texts.ts'

export const common: TextsOf<'common'> = {
  appName: 'Busbar',
  loading: 'Wczytywanie…',
  retry: 'Spróbuj ponownie',
  save: 'Zapisz',
  cancel: 'Anuluj',
  close: 'Zamknij',
  never: 'nigdy',
  none: 'brak',
  name: 'Nazwa',
  network: 'Sieć',
  device: 'Urządzenie',
  state: 'Stan',
  value: 'Wartość',
  unit: 'Adres',
  lastRead: 'Odczytano',
  address: 'Adres',
  since: 'Od kiedy',
  rows: plural('pl', { one: '# wiersz', few: '# wiersze', many: '# wierszy' }),
  timesIn: (zone) => `Strefa czasowa: ${zone}`,
  slug: 'Nazwa dla programów',
  slugHelp: 'Programy odwołują się do wartości przez tę nazwę. Dozwolone: a-z, 0-9, _ i -.',
  slugTaken: 'Ta nazwa jest zajęta albo niedozwolona.',
}
