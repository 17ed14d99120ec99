import type { TextsOf } from '../texts.ts'

export const notification: TextsOf<'notification'> = {
  confirm: 'Подтвердить',
  again: 'Повторить',
  levels: {
    none: 'Тревога',
    info: 'Информация',
    warning: 'Предупреждение',
    failure: 'Авария',
    critical: 'Критическая авария',
  },
  stages: {
    'not-confirmed': 'Не подтверждена',
    confirmed: 'Подтверждена',
    resolved: 'Завершена',
    test: 'Проверка',
  },
  came: {
    confirmed: 'Вы подтвердили её.',
    'confirmed-before': 'Она уже была подтверждена.',
    inactive: 'Она завершилась или началась заново: ничего не подтверждено.',
    gone: 'Слишком старая, чтобы подтвердить отсюда.',
    failed: 'Не подтверждено: нет связи с сервисом.',
  },
}
