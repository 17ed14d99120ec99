import { plural } from '../plural.ts'
import type { TextsOf } from '../texts.ts'

const sms = plural('uk', { one: '# SMS', few: '# SMS', many: '# SMS' })

export const sending: TextsOf<'sending'> = {
  title: 'Як надсилаються повідомлення',
  sms: 'Надсилати SMS',
  smsHelp: 'Без них контакти сповіщають іншими каналами.',
  smsOff: 'Інсталяція вимкнула SMS для цієї організації.',
  limit: 'SMS можуть коштувати на місяць щонайбільше',
  limitHelp: 'Коли межу досягнуто, їх більше не надсилають, і журнал про це каже.',
  limitOfInstallation: 'Власної немає: діє межа інсталяції.',
  spent: (cost: string, limit: string, count: number) => `Цього місяця: ${cost} з ${limit}, ${sms(count)}.`,
  outages: 'Об’єднувати повідомлення про те, що замовкло через обрив мережі',
  outagesHelp: 'Вони чекають пів хвилини, і кожен одержувач отримує одне. Критичні ніколи не чекають.',
  key: 'Ключ вебхуків',
  keyHelp: 'Ним підписано вебхуки. За ним ваші програми знають, що виклик наш.',
  showKey: 'Показати ключ',
  hideKey: 'Сховати ключ',
  newKey: 'Створити новий ключ',
  newKeyQuestion: 'Відтепер вебхуки буде підписано новим ключем. Програми зі старим ключем їх відхилять.',
}
