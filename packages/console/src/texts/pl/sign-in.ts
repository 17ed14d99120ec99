import type { TextsOf } from '../texts.ts'

export const signIn: TextsOf<'signIn'> = {
  title: 'Logowanie',
  email: 'Adres e-mail',
  password: 'Hasło',
  submit: 'Zaloguj się',
  wrong: 'Nieprawidłowy adres lub hasło.',
  ended: 'Sesja wygasła. Zaloguj się, aby wrócić do przerwanej pracy.',
  setupTitle: 'Pierwszy właściciel',
  setupHelp: 'Nikt nie ma jeszcze konta. Usługa wyświetliła kod instalacyjny podczas uruchamiania.',
  code: 'Kod instalacyjny',
  orgName: 'Nazwa organizacji',
  yourName: 'Twoje imię i nazwisko',
  passwordHelp: 'Co najmniej 10 znaków.',
  create: 'Utwórz konto',
  again: 'Sesja wygasła',
  againHelp: 'Podaj hasło, aby kontynuować. Wprowadzone dane nie zostały utracone.',
  passwordWrong: 'Nieprawidłowe hasło.',
  goOn: 'Kontynuuj',
  asOther: 'Zaloguj się na inne konto',
}
