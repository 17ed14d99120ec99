import { plural } from '../plural.ts'
import type { TextsOf } from '../texts.ts'

export const common: TextsOf<'common'> = {
  appName: 'Busbar',
  loading: 'Завантаження…',
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
  lastRead: 'Прочитано',
  address: 'Адреса',
  since: 'Змінилося',
  rows: plural('uk', { one: '# рядок', few: '# рядки', many: '# рядків' }),
  timesIn: (zone) => `Часовий пояс: ${zone}`,
  slug: 'Ім’я для програм',
  slugHelp: 'За цим ім’ям програми запитують значення. Дозволено: a-z, 0-9, _ і -.',
  slugTaken: 'Це ім’я зайняте або неприпустиме.',
}
