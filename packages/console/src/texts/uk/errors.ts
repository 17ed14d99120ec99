import type { TextsOf } from '../texts.ts'

export const errors: TextsOf<'errors'> = {
  Unreachable: 'Сервіс недоступний.',
  SecondFactorNeeded: 'Потрібен код із застосунку.',
  SecondFactorWrong: 'Код неправильний або вже використаний.',
  TooManyRequests: 'Забагато запитів; зачекайте трохи.',
  NotAuthorized: 'У вас немає прав на цю дію.',
  ObjectNotFound: 'Об’єкт не існує, або у вас немає до нього доступу.',
  Unavailable: 'Зараз сервіс не може цього зробити, або це триває надто довго: виберіть менше чи спробуйте пізніше.',
  InternalError: 'У сервісі сталася помилка.',
  unknown: 'Не вдалося.',
}
