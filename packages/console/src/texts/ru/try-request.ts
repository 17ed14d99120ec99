import type { TextsOf } from '../texts.ts'

export const tryRequest: TextsOf<'tryRequest'> = {
  title: 'API',
  help: 'Попробуйте API от своего имени: выберите операцию, заполните и отправьте.',
  reference: 'Справочник API',
  group: 'Раздел',
  operation: 'Операция',
  optional: (name) => `${name} (необязательно)`,
  body: 'Тело (JSON)',
  noJson: (why) => `Это не JSON: ${why}`,
  missing: (name) => `Нужен параметр ${name}.`,
  terminal: 'То же для терминала, с ключом API',
  send: 'Отправить',
  sendWrite: (method) => `Отправить ${method}…`,
  question: (method, path) =>
    `${method} ${path} может что-то изменить или удалить насовсем. Это делается от вашего имени и попадает в журнал. Отправить?`,
  answer: 'Ответ',
  took: (ms) => `${ms} мс`,
  noAnswer: 'Ответа не было. Прежде чем отправлять снова, посмотрите, не выполнено ли это.',
  noText: 'Ответ — файл, здесь он не показывается. Его скачает строка для терминала.',
  cut: 'Ответ длиннее, чем здесь можно показать.',
}
