import { plural } from '../plural.ts'
import type { TextsOf } from '../texts.ts'

export const common: TextsOf<'common'> = {
  appName: 'Busbar',
  loading: 'Загрузка…',
  retry: 'Повторить',
  save: 'Сохранить',
  cancel: 'Отмена',
  close: 'Закрыть',
  never: 'никогда',
  none: 'нет',
  name: 'Название',
  network: 'Сеть',
  device: 'Устройство',
  state: 'Состояние',
  value: 'Значение',
  unit: 'Адрес',
  lastRead: 'Прочитано',
  address: 'Адрес',
  since: 'Изменилось',
  rows: plural('ru', { one: '# строка', few: '# строки', many: '# строк' }),
  timesIn: (zone) => `Часовой пояс: ${zone}`,
  slug: 'Имя для программ',
  slugHelp: 'По этому имени программы запрашивают значения. Допустимо: a-z, 0-9, _ и -.',
  slugTaken: 'Это имя занято или недопустимо.',
}
