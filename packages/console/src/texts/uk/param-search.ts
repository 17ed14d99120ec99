import type { TextsOf } from '../texts.ts'

export const paramSearch: TextsOf<'paramSearch'> = {
  hint: 'Назва, пристрій або мережа',
  nothing: 'Нічого з такою назвою немає. Введіть менше літер.',
}
