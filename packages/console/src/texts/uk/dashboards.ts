import type { TextsOf } from '../texts.ts'

export const dashboards: TextsOf<'dashboards'> = {
  title: 'Панелі',
  main: 'Основна',
  widgets: 'Віджети',
  none: 'На цій панелі ще немає значень',
  noneHelp: 'Панель показує вибрані значення на одній сторінці. Знайдіть параметр вище, щоб додати перше.',
  noneHelpViewer: 'Панель показує вибрані значення на одній сторінці. Додати їх може менеджер організації.',
  add: 'Додати значення',
  arrange: 'Упорядкувати',
  done: 'Готово',
  arrangeHelp:
    'Перетягніть віджет за ручку. З клавіатури: пробіл на ручці бере віджет, стрілки переміщують, пробіл ставить, Escape повертає на місце.',
  move: (name) => `Перемістити: ${name}`,
  remove: (name) => `Прибрати: ${name}`,
  saidHeld: (name, place, count) =>
    `${name}: взято, місце ${place} з ${count}. Стрілки переміщують, пробіл ставить, Escape повертає.`,
  saidMoved: (name, place, count) => `${name}, місце ${place} з ${count}`,
  saidDropped: (name, place, count) => `${name}: поставлено на місце ${place} з ${count}.`,
  saidCancelled: (name) => `${name}: знову на своєму місці.`,
  lastDay: (name) => `${name} за останні 24 години`,
  notRead: 'Ще не прочитано',
  new: 'Нова панель',
  create: 'Створити',
  settings: 'Налаштування',
  columns: 'Стовпці',
  columnsHelp: 'На широкому екрані, від 1 до 12.',
  refresh: 'Період оновлення, с',
  refreshHelp: 'Нові покази все одно видно одразу.',
  delete: 'Видалити панель',
  deleteQuestion: 'Панель буде видалено. Параметри та їхні покази залишаться.',
}
