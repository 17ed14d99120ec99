import { plural } from '../plural.ts'
import type { TextsOf } from '../texts.ts'

export const holds: TextsOf<'holds'> = {
  title: 'Затримано',
  why: {
    maintenance: 'Обслуговування',
    hours: 'Поза годинами надсилання',
    mute: 'Заглушена',
    dependency: 'Затримана через',
    flapping: 'Нестабільно',
  },
  till: (time) => `до ${time}`,
  by: (who) => `хто: ${who}`,
  select: (name) => `Вибрати: ${name}`,
  selectAll: 'Вибрати всі показані',
  selected: plural('uk', { one: 'Вибрано # тривогу', few: 'Вибрано # тривоги', many: 'Вибрано # тривог' }),
  mute: 'Заглушити',
  unmute: 'Зняти заглушення',
  quickMute: { hour: 'Приглушити на 1 год', tomorrow: 'Приглушити до завтра' },
  confirmMany: 'Підтвердити вибрані тривоги',
  muteMany: 'Заглушити вибрані тривоги',
  muteHelp:
    'Вони перевіряються і записуються до журналу як завжди, але ніхто не отримує повідомлень. Про те, що наприкінці ще триває, повідомлять тоді.',
  muteFor: 'На який час',
  muteTimes: { hour: '1 година', 'four-hours': '4 години', tomorrow: 'До завтра, 07:00', other: 'До іншого часу' },
  muteTill: 'До',
  wrongTill: 'Виберіть час у найближчі 31 день.',
  confirmedOf: (done, all) => `Підтверджено: ${done} з ${all}.`,
  mutedOf: (done, all) => `Заглушено: ${done} з ${all}.`,
  unmutedOf: (done, all) => `Повідомлення знову надсилаються: ${done} з ${all}.`,
  mutedNow: 'Зараз без сповіщень',
  noneMuted: 'Сповіщення не вимкнено ні для чого.',
}
