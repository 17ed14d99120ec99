import { plural } from '../plural.ts'
import type { TextsOf } from '../texts.ts'

export const paramSearch: TextsOf<'paramSearch'> = {
  hint: 'Nazwa, urządzenie lub sieć',
  nothing: 'Nic się tak nie nazywa. Wpisz mniej liter.',
  more: plural('pl', {
    one: 'Jeszcze #; wpisz więcej z nazwy.',
    few: 'Jeszcze #; wpisz więcej z nazwy.',
    many: 'Jeszcze #; wpisz więcej z nazwy.',
  }),
}
