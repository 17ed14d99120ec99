import { plural } from '../plural.ts'
import type { TextsOf } from '../texts.ts'

export const common: TextsOf<'common'> = {
  appName: 'Busbar',
  loading: 'Завантаження …',
  retry: 'Спробувати ще раз',
  save: 'Зберегти',
  cancel: 'Скасувати',
  close: 'Закрити',
  never: 'ніколи',
  none: 'немає',
  name: 'Назва',
  network: 'Мережа',
  device: 'Пристрій',
  state: 'Стан',
  value: 'Значення',
  unit: 'Адреса',
  lastRead: 'Останнє читання',
  address: 'Адреса',
  since: 'З',
  rows: plural('uk', { one: '# рядок', few: '# рядки', many: '# рядків' }),
  timesIn: (zone) => `Час: ${zone}`,
  slug: 'Ім’я для програм',
  slugHelp: 'За ним програми запитують значення. a-z, 0-9, _ і -.',
  slugTaken: 'Це ім’я зайняте або неприпустиме.',
}
