import type { TextsOf } from '../texts.ts'

export const errors: TextsOf<'errors'> = {
  Unreachable: 'Usługa jest nieosiągalna.',
  TooManyRequests: 'Zbyt wiele żądań; poczekaj chwilę.',
  NotAuthorized: 'Nie masz do tego uprawnień.',
  ObjectNotFound: 'Ten obiekt nie istnieje lub nie masz do niego dostępu.',
  InternalError: 'W usłudze wystąpił błąd.',
  Unavailable: 'Baza danych jest teraz niedostępna; spróbuj później.',
  unknown: 'Nie udało się.',
}
