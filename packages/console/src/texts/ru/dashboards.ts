import type { TextsOf } from '../texts.ts'

export const dashboards: TextsOf<'dashboards'> = {
  title: 'Панели',
  main: 'Основная',
  widgets: 'Виджеты',
  none: 'На этой панели пока нет значений',
  noneHelp: 'Панель показывает выбранные значения на одной странице. Найдите параметр выше, чтобы добавить первое.',
  noneHelpViewer: 'Панель показывает выбранные значения на одной странице. Добавить их может менеджер организации.',
  add: 'Добавить значение',
  arrange: 'Упорядочить',
  done: 'Готово',
  arrangeHelp:
    'Перетащите виджет за ручку. С клавиатуры: пробел на ручке берёт виджет, стрелки перемещают, пробел ставит, Escape возвращает на место.',
  move: (name) => `Переместить: ${name}`,
  remove: (name) => `Убрать: ${name}`,
  saidHeld: (name, place, count) =>
    `${name}: взято, место ${place} из ${count}. Стрелки перемещают, пробел ставит, Escape возвращает.`,
  saidMoved: (name, place, count) => `${name}, место ${place} из ${count}`,
  saidDropped: (name, place, count) => `${name}: поставлено на место ${place} из ${count}.`,
  saidCancelled: (name) => `${name}: снова на своём месте.`,
  lastDay: (name) => `${name} за последние 24 часа`,
  notRead: 'Ещё не прочитано',
  new: 'Новая панель',
  create: 'Создать',
  settings: 'Настройки',
  columns: 'Столбцы',
  columnsHelp: 'На широком экране, от 1 до 12.',
  refresh: 'Период обновления, с',
  refreshHelp: 'Новые показания всё равно видны сразу.',
  delete: 'Удалить панель',
  deleteQuestion: 'Панель будет удалена. Параметры и их показания останутся.',
}
