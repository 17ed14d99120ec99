import type { TextsOf } from '../texts.ts'

export const signIn: TextsOf<'signIn'> = {
  title: 'Вход',
  email: 'Адрес эл. почты',
  password: 'Пароль',
  submit: 'Войти',
  wrong: 'Неверный адрес или пароль.',
  ended: 'Сеанс завершён. Войдите, чтобы продолжить.',
  setupTitle: 'Первый владелец',
  setupHelp: 'Учётных записей ещё нет. Сервис вывел код при запуске.',
  code: 'Код установки',
  orgName: 'Название организации',
  yourName: 'Ваше имя',
  passwordHelp: 'Не менее 10 символов.',
  create: 'Создать запись',
  again: 'Сеанс завершён',
  againHelp: 'Введите пароль, чтобы продолжить. Всё, что вы ввели, на месте.',
  passwordWrong: 'Неверный пароль.',
  goOn: 'Продолжить',
  asOther: 'Войти под другим именем',
}
