import { plural } from '../plural.ts'
import type { TextsOf } from '../texts.ts'

export const paramSearch: TextsOf<'paramSearch'> = {
  hint: 'Название, устройство или сеть',
  nothing: 'Ничего не найдено. Введите меньше букв.',
  more: plural('ru', {
    one: 'Ещё #; уточните название.',
    few: 'Ещё #; уточните название.',
    many: 'Ещё #; уточните название.',
  }),
}
