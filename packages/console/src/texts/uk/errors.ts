import type { TextsOf } from '../texts.ts'

export const errors: TextsOf<'errors'> = {
  Unreachable: 'Сервіс недоступний.',
  TooManyRequests: 'Забагато запитів; зачекайте.',
  NotAuthorized: 'У вас немає на це прав.',
  ObjectNotFound: 'Не існує, або у вас немає доступу.',
  InternalError: 'У сервісі сталася помилка.',
  unknown: 'Не вдалося.',
}
