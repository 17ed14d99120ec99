import { plural } from '../plural.ts'
import type { TextsOf } from '../texts.ts'

export const paramSearch: TextsOf<'paramSearch'> = {
  hint: 'Nazwa, urządzenie lub sieć',
  nothing: 'Nic nie znaleziono. Wpisz mniej liter.',
  more: plural('pl', {
    one: 'Jeszcze #; doprecyzuj nazwę.',
    few: 'Jeszcze #; doprecyzuj nazwę.',
    many: 'Jeszcze #; doprecyzuj nazwę.',
  }),
}
