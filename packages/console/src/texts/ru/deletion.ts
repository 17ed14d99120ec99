import { plural } from '../plural.ts'
import type { TextsOf } from '../texts.ts'

export const deletion: TextsOf<'deletion'> = {
  question: (name) => `Удалить: ${name}?`,
  lost: 'Вместе с этим пропадут:',
  devices: plural('ru', { one: '# устройство', few: '# устройства', many: '# устройств' }),
  params: plural('ru', { one: '# параметр', few: '# параметра', many: '# параметров' }),
  allParams: 'все параметры',
  readings: 'всё, что было прочитано',
  uses: 'условия тревог и виджеты панелей, которые их используют',
  forGood: 'Отменить это нельзя.',
  typeName: (name) => `Чтобы продолжить, введите название: ${name}`,
  deleting: 'Удаление …',
}
