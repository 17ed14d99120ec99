import { plural } from '../plural.ts'
import type { TextsOf } from '../texts.ts'

export const common: TextsOf<'common'> = {
  appName: 'Busbar',
  loading: 'Wczytywanie …',
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
  unit: 'Jednostka',
  lastRead: 'Ostatni odczyt',
  address: 'Adres',
  since: 'Od',
  rows: plural('pl', { one: '# wiersz', few: '# wiersze', many: '# wierszy' }),
  timesIn: (zone) => `Czas: ${zone}`,
  slug: 'Nazwa dla programów',
  slugHelp: 'Programy pytają o wartości pod tą nazwą. a-z, 0-9, _ i -.',
  slugTaken: 'Ta nazwa jest zajęta albo niedozwolona.',
}
