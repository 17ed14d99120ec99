import type { TextsOf } from '../texts.ts'

export const offline: TextsOf<'offline'> = {
  asOf: (time) => `Станом на ${time}, немає зв’язку`,
  help: 'Сервіс недоступний. Це останні дані, відомі на цьому пристрої; доки зв’язку немає, нічого не можна змінити.',
  newVersion: 'Нова версія',
  reload: 'Оновити',
}
