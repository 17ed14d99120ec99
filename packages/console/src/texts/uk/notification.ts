import type { TextsOf } from '../texts.ts'

export const notification: TextsOf<'notification'> = {
  confirm: 'Підтвердити',
  again: 'Спробувати ще раз',
  levels: {
    none: 'Тривога',
    info: 'Інформація',
    warning: 'Попередження',
    failure: 'Аварія',
    critical: 'Критична аварія',
  },
  stages: {
    'not-confirmed': 'Не підтверджено',
    confirmed: 'Підтверджено',
    resolved: 'Завершено',
    test: 'Перевірка',
  },
  came: {
    confirmed: 'Ви підтвердили її.',
    'confirmed-before': 'Її вже було підтверджено.',
    inactive: 'Вона завершилася або почалася знову: нічого не підтверджено.',
    gone: 'Застара, щоб підтвердити звідси.',
    failed: 'Не підтверджено: немає зв’язку із сервісом.',
  },
}
