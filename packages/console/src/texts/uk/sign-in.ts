import type { TextsOf } from '../texts.ts'

export const signIn: TextsOf<'signIn'> = {
  title: 'Вхід',
  email: 'Адреса ел. пошти',
  password: 'Пароль',
  submit: 'Увійти',
  wrong: 'Неправильна адреса або пароль.',
  ended: 'Сеанс завершено. Увійдіть, щоб продовжити.',
  setupTitle: 'Перший власник',
  setupHelp: 'Облікових записів ще немає. Сервіс вивів код під час запуску.',
  code: 'Код встановлення',
  orgName: 'Назва організації',
  yourName: 'Ваше ім’я',
  passwordHelp: 'Щонайменше 10 символів.',
  create: 'Створити запис',
}
