import type { TextsOf } from '../texts.ts'

export const signIn: TextsOf<'signIn'> = {
  title: 'Zaloguj się',
  email: 'Adres e-mail',
  password: 'Hasło',
  submit: 'Zaloguj',
  wrong: 'Adres lub hasło jest nieprawidłowe.',
  ended: 'Sesja wygasła. Zaloguj się, aby kontynuować.',
  setupTitle: 'Pierwszy właściciel',
  setupHelp: 'Nikt nie ma jeszcze konta. Usługa wypisała kod podczas startu.',
  code: 'Kod instalacyjny',
  orgName: 'Nazwa organizacji',
  yourName: 'Twoje imię i nazwisko',
  passwordHelp: 'Co najmniej 10 znaków.',
  create: 'Utwórz konto',
  again: 'Sesja wygasła',
  againHelp: 'Podaj hasło, aby kontynuować. Nic z tego, co wpisano, nie przepadło.',
  passwordWrong: 'Hasło jest nieprawidłowe.',
  goOn: 'Kontynuuj',
  asOther: 'Zaloguj się na inne konto',
}
