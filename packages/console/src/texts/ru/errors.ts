import type { TextsOf } from '../texts.ts'

export const errors: TextsOf<'errors'> = {
  Unreachable: 'Сервис недоступен.',
  TooManyRequests: 'Слишком много запросов; подождите.',
  NotAuthorized: 'У вас нет на это прав.',
  ObjectNotFound: 'Не существует, или у вас нет доступа.',
  InternalError: 'В сервисе произошла ошибка.',
  unknown: 'Не получилось.',
}
