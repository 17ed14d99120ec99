import { plural } from '../plural.ts'
import type { TextsOf } from '../texts.ts'

export const paramSearch: TextsOf<'paramSearch'> = {
  hint: 'Название, устройство или сеть',
  nothing: 'Ничего с таким названием нет. Введите меньше букв.',
  more: plural('ru', {
    one: 'Ещё #; введите название подробнее.',
    few: 'Ещё #; введите название подробнее.',
    many: 'Ещё #; введите название подробнее.',
  }),
}
