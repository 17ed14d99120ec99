import type { TextsOf } from '../texts.ts'

export const errors: TextsOf<'errors'> = {
  Unreachable: 'Сервис недоступен.',
  TooManyRequests: 'Слишком много запросов; подождите немного.',
  NotAuthorized: 'У вас нет прав на это действие.',
  ObjectNotFound: 'Объект не существует, или у вас нет к нему доступа.',
  InternalError: 'В сервисе произошла ошибка.',
  Unavailable: 'База данных сейчас недоступна; повторите попытку позже.',
  unknown: 'Не удалось.',
}
