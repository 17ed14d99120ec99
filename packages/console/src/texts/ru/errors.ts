import type { TextsOf } from '../texts.ts'

export const errors: TextsOf<'errors'> = {
  Unreachable: 'Сервис недоступен.',
  SecondFactorNeeded: 'Нужен код из приложения.',
  SecondFactorWrong: 'Код неверен или уже использован.',
  TooManyRequests: 'Слишком много запросов; подождите немного.',
  NotAuthorized: 'У вас нет прав на это действие.',
  ObjectNotFound: 'Объект не существует, или у вас нет к нему доступа.',
  Unavailable:
    'Сейчас сервис не может этого сделать, или это длится слишком долго: выберите меньше или попробуйте позже.',
  InternalError: 'В сервисе произошла ошибка.',
  unknown: 'Не удалось.',
}
