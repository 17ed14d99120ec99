import type { TextsOf } from '../texts.ts'

export const errors: TextsOf<'errors'> = {
  Unreachable: 'Сервіс недоступний.',
  TooManyRequests: 'Забагато запитів; зачекайте трохи.',
  NotAuthorized: 'У вас немає прав на цю дію.',
  ObjectNotFound: 'Об’єкт не існує, або у вас немає до нього доступу.',
  InternalError: 'У сервісі сталася помилка.',
  Unavailable: 'База даних зараз недоступна; спробуйте пізніше.',
  unknown: 'Не вдалося.',
}
