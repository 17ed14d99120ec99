import { plural } from '../plural.ts'
import type { TextsOf } from '../texts.ts'

export const deletion: TextsOf<'deletion'> = {
  question: (name) => `Удалить: ${name}?`,
  lost: 'Также будут удалены:',
  devices: plural('ru', { one: '# устройство', few: '# устройства', many: '# устройств' }),
  params: plural('ru', { one: '# параметр', few: '# параметра', many: '# параметров' }),
  allParams: 'все параметры',
  readings: 'все показания',
  uses: 'условия тревог и виджеты панелей, которые их используют',
  forGood: 'Отменить это нельзя.',
  typeName: (name) => `Чтобы продолжить, введите название: ${name}`,
}
