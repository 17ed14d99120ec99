import { plural } from '../plural.ts'
import type { TextsOf } from '../texts.ts'

export const palette: TextsOf<'palette'> = {
  title: 'Przejdź lub wykonaj',
  hint: 'Sieć, urządzenie, wartość albo polecenie',
  places: 'Sieci i urządzenia',
  values: 'Wartości',
  pages: 'Strony',
  commands: 'Polecenia',
  nothing: (typed) => `Nie ma nic o nazwie „${typed}”`,
  found: plural('pl', { one: '# wynik', few: '# wyniki', many: '# wyników' }),
  unit: (unit) => `jednostka ${unit}`,
  choose: 'wybierz',
  open: 'otwórz',
  close: 'zamknij',
  mute: (name) => `Wycisz alarmy: ${name}, na 1 h`,
  muted: plural('pl', {
    one: 'Wyciszono # alarm na godzinę.',
    few: 'Wyciszono # alarmy na godzinę.',
    many: 'Wyciszono # alarmów na godzinę.',
  }),
  readNow: (name) => `Odczytaj teraz: ${name}`,
  read: (name, value) => `${name}: ${value}`,
  readSome: (name, read, all) => `${name}: odczytano wartości: ${read} z ${all}.`,
  toDark: 'Przełącz na ciemny',
  toLight: 'Przełącz na jasny',
}
