import type { TextsOf } from '../texts.ts'

export const tryRequest: TextsOf<'tryRequest'> = {
  title: 'API',
  help: 'Спробуйте API від свого імені: виберіть операцію, заповніть і надішліть.',
  reference: 'Довідник API',
  group: 'Розділ',
  operation: 'Операція',
  optional: (name) => `${name} (необов’язково)`,
  body: 'Тіло (JSON)',
  noJson: (why) => `Це не JSON: ${why}`,
  missing: (name) => `Потрібен параметр ${name}.`,
  terminal: 'Те саме для терміналу, з ключем API',
  send: 'Надіслати',
  sendWrite: (method) => `Надіслати ${method}…`,
  question: (method, path) =>
    `${method} ${path} може щось змінити або видалити назавжди. Це робиться від вашого імені й потрапляє до журналу. Надіслати?`,
  answer: 'Відповідь',
  took: (ms) => `${ms} мс`,
  noAnswer: 'Відповіді не було. Перш ніж надсилати знову, подивіться, чи це не виконано.',
  noText: 'Відповідь — файл, тут він не показується. Його завантажить рядок для терміналу.',
  cut: 'Відповідь довша, ніж тут можна показати.',
}
