import type { TextsOf } from '../texts.ts'

export const paramSearch: TextsOf<'paramSearch'> = {
  hint: 'Название, устройство или сеть',
  nothing: 'Ничего с таким названием нет. Введите меньше букв.',
}
