import { plural } from '../plural.ts'
import type { TextsOf } from '../texts.ts'

const sms = plural('ru', { one: '# SMS', few: '# SMS', many: '# SMS' })

export const sending: TextsOf<'sending'> = {
  title: 'Как отправляются сообщения',
  sms: 'Отправлять SMS',
  smsHelp: 'Без них контакты уведомляют по другим каналам.',
  smsOff: 'Установка отключила SMS для этой организации.',
  limit: 'SMS могут стоить в месяц не более',
  limitHelp: 'При достижении предела они больше не отправляются, и журнал об этом сообщает.',
  limitOfInstallation: 'Своего нет: действует предел установки.',
  spent: (cost: string, limit: string, count: number) => `В этом месяце: ${cost} из ${limit}, ${sms(count)}.`,
  outages: 'Объединять сообщения о том, что замолчало из-за обрыва сети',
  outagesHelp: 'Они ждут полминуты, и каждый получатель получает одно. Критические никогда не ждут.',
  key: 'Ключ вебхуков',
  keyHelp: 'Им подписаны вебхуки. По нему ваши программы узнают, что вызов наш.',
  showKey: 'Показать ключ',
  hideKey: 'Скрыть ключ',
  newKey: 'Создать новый ключ',
  newKeyQuestion: 'Теперь вебхуки будут подписаны новым ключом. Программы со старым ключом их отвергнут.',
}
