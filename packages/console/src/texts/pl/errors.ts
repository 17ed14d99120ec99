import type { TextsOf } from '../texts.ts'

export const errors: TextsOf<'errors'> = {
  Unreachable: 'Usługa jest nieosiągalna.',
  SecondFactorNeeded: 'Potrzebny jest kod z aplikacji.',
  SecondFactorWrong: 'Ten kod jest błędny albo był już użyty.',
  SignInStale: 'To logowanie nie zostało rozpoczęte tutaj albo trwa dłużej niż dziesięć minut. Zacznij od nowa.',
  NoOrganization: 'Nie należysz tu do żadnej organizacji: żadna z Twoich grup nie ma roli. Zapytaj administratora.',
  NoAccount: 'Nie masz tu konta. Poproś właściciela organizacji o zaproszenie.',
  AccountExists: 'Konto z Twoim adresem już istnieje. Zaloguj się hasłem i połącz je w „Logowanie i sesje”.',
  IdentityTaken: 'Ta osoba jest już połączona z innym kontem albo to konto z inną osobą. Najpierw je rozłącz.',
  ProviderAway: 'Dostawca logowania jest nieosiągalny. Spróbuj później albo użyj hasła.',
  TooManyRequests: 'Zbyt wiele żądań; poczekaj chwilę.',
  NotAuthorized: 'Nie masz do tego uprawnień.',
  ObjectNotFound: 'Ten obiekt nie istnieje lub nie masz do niego dostępu.',
  Unavailable: 'Usługa nie może tego teraz zrobić lub trwa to zbyt długo: wybierz mniej albo spróbuj później.',
  InternalError: 'W usłudze wystąpił błąd.',
  unknown: 'Nie udało się.',
}
