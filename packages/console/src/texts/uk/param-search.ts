import { plural } from '../plural.ts'
import type { TextsOf } from '../texts.ts'

export const paramSearch: TextsOf<'paramSearch'> = {
  hint: 'Назва, пристрій або мережа',
  nothing: 'Нічого з такою назвою немає. Введіть менше літер.',
  more: plural('uk', {
    one: 'Ще #; введіть назву докладніше.',
    few: 'Ще #; введіть назву докладніше.',
    many: 'Ще #; введіть назву докладніше.',
  }),
}
