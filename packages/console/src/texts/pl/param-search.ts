import type { TextsOf } from '../texts.ts'

export const paramSearch: TextsOf<'paramSearch'> = {
  hint: 'Nazwa, urządzenie lub sieć',
  nothing: 'Nic się tak nie nazywa. Wpisz mniej liter.',
}
