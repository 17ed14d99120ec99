import { plural } from '../plural.ts'
import type { TextsOf } from '../texts.ts'

export const paramSearch: TextsOf<'paramSearch'> = {
  hint: 'Назва, пристрій або мережа',
  nothing: 'Нічого не знайдено. Введіть менше літер.',
  more: plural('uk', {
    one: 'Ще #; уточніть назву.',
    few: 'Ще #; уточніть назву.',
    many: 'Ще #; уточніть назву.',
  }),
}
