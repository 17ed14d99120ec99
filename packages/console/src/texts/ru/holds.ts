import { plural } from '../plural.ts'
import type { TextsOf } from '../texts.ts'

export const holds: TextsOf<'holds'> = {
  title: 'Задержано',
  why: {
    maintenance: 'Обслуживание',
    hours: 'Вне часов отправки',
    mute: 'Заглушена',
    dependency: 'Задержана из-за',
    flapping: 'Нестабильно',
  },
  till: (time) => `до ${time}`,
  by: (who) => `кто: ${who}`,
  select: (name) => `Выбрать: ${name}`,
  selectAll: 'Выбрать все показанные',
  selected: plural('ru', { one: 'Выбрана # тревога', few: 'Выбрано # тревоги', many: 'Выбрано # тревог' }),
  mute: 'Заглушить',
  unmute: 'Снять заглушение',
  quickMute: { hour: 'Заглушить на 1 ч', tomorrow: 'Заглушить до завтра' },
  confirmMany: 'Подтвердить выбранные тревоги',
  muteMany: 'Заглушить выбранные тревоги',
  muteHelp:
    'Они проверяются и записываются в журнал как всегда, но никто не получает сообщений. О том, что в конце ещё продолжается, сообщат тогда.',
  muteFor: 'На какое время',
  muteTimes: { hour: '1 час', 'four-hours': '4 часа', tomorrow: 'До завтра, 07:00', other: 'До другого времени' },
  muteTill: 'До',
  wrongTill: 'Выберите время в ближайшие 31 день.',
  confirmedOf: (done, all) => `Подтверждено: ${done} из ${all}.`,
  mutedOf: (done, all) => `Заглушено: ${done} из ${all}.`,
  unmutedOf: (done, all) => `Сообщения снова отправляются: ${done} из ${all}.`,
  mutedNow: 'Сейчас без уведомлений',
  noneMuted: 'Уведомления не отключены ни для чего.',
}
