import type { TextsOf } from '../texts.ts'

export const errors: TextsOf<'errors'> = {
  Unreachable: 'Usługa jest nieosiągalna.',
  SecondFactorNeeded: 'Potrzebny jest kod z aplikacji.',
  SecondFactorWrong: 'Ten kod jest błędny albo był już użyty.',
  TooManyRequests: 'Zbyt wiele żądań; poczekaj chwilę.',
  NotAuthorized: 'Nie masz do tego uprawnień.',
  ObjectNotFound: 'Ten obiekt nie istnieje lub nie masz do niego dostępu.',
  Unavailable: 'Usługa nie może tego teraz zrobić lub trwa to zbyt długo: wybierz mniej albo spróbuj później.',
  InternalError: 'W usłudze wystąpił błąd.',
  unknown: 'Nie udało się.',
}
